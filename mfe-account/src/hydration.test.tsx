import { hydratePage, keepSignedIn } from '@kinmel/testing/hydration';
import { remote } from './remote.tsx';

const pages = [
  ['/login', 'Forgot password?'],
  ['/signup', 'Confirm password'],
  ['/forgetpassword', 'Send Reset Link'],
] as const;

describe('a server-rendered page of the account', () => {
  it.each(pages)('%s hydrates without mismatch for a visitor', async (address, text) => {
    const page = await hydratePage({ remote: 'mfe-account', module: remote, address });
    expect(page.html).toContain(text);
    expect(page.problems).toEqual([]);
  });

  it.each(pages)('%s hydrates without mismatch for a user', async (address) => {
    const page = await hydratePage({
      remote: 'mfe-account',
      module: remote,
      address,
      fillStorage: () => keepSignedIn(),
    });
    expect(page.problems).toEqual([]);
  });
});
