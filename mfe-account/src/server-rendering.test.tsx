/** @jest-environment node */
import { aUser, renderOnServer, renderPageOnServer } from '@kinmel/testing/server-rendering';
import { signedIn } from '@kinmel/web-kit';
import { createAppStore, setRemoteHost } from '@kinmel/web-kit/host';
import { remote } from './remote.tsx';
import AccountMenu from './widgets/account-menu.tsx';
import SignInPrompt from './widgets/sign-in-prompt.tsx';

beforeEach(() => setRemoteHost({ registry: { schema: 1, revision: 1, remotes: {} }, load: jest.fn() }));
afterEach(() => setRemoteHost(undefined));

describe('a server-rendered page of the account', () => {
  it.each([
    ['/login', 'Forgot password?'],
    ['/signup', 'Confirm password'],
    ['/forgetpassword', 'Send Reset Link'],
    ['/resetpassword?token=s3cret', 'Loading'],
    ['/resetpassword', 'Send a new link'],
  ])('%s renders without reading storage, clock or random values', async (address, text) => {
    const rendered = await renderPageOnServer(remote, address);
    expect(rendered).toMatchObject({ errors: [], reads: [] });
    expect(rendered.html).toContain(text);
    expect(rendered.html).not.toContain('s3cret');
  });

  it('renders its widgets for a visitor and for a user', async () => {
    const store = createAppStore();
    const render = () =>
      renderOnServer(
        <>
          <AccountMenu onLogout={() => {}} />
          <SignInPrompt text="Sign in to go on." />
        </>,
        { address: '/orders', store },
      );
    const visitor = await render();
    expect(visitor).toMatchObject({ errors: [], reads: [] });
    expect(visitor.html).toContain('Sign in to go on.');
    store.dispatch(signedIn({ user: aUser(), token: 't', refreshToken: 'r' }));
    const person = await render();
    expect(person).toMatchObject({ errors: [], reads: [] });
    expect(person.html).toContain('Aarati Gurung');
    expect(person.html).not.toContain('Sign in to go on.');
  });

  it("the profile renders the user's name and skeletons (PROF-04)", async () => {
    const store = createAppStore();
    store.dispatch(signedIn({ user: aUser(), token: 't', refreshToken: 'r' }));
    const rendered = await renderPageOnServer(remote, '/profile', { store });
    expect(rendered).toMatchObject({ errors: [], reads: [] });
    for (const text of ['Aarati Gurung', '@aarati', 'Your sessions', 'Loading']) {
      expect(rendered.html).toContain(text);
    }
  });
});
