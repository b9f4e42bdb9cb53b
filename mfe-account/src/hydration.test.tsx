import { hydratePage, storeSignedInUser } from '@kinmel/testing/hydration';
import { remote } from './remote.tsx';

it.each([
  ['/login', 'Forgot password?'],
  ['/signup', 'Confirm password'],
  ['/forgetpassword', 'Send Reset Link'],
])('%s hydrates without mismatch for a user', async (address, text) => {
  const page = await hydratePage({
    remote: 'mfe-account',
    module: remote,
    address,
    fillStorage: () => storeSignedInUser(),
  });
  expect(page.html).toContain(text);
  expect(page.problems).toEqual([]);
});
