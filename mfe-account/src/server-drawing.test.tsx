/** @jest-environment node */
import { aUser, drawOnServer, drawPage } from '@kinmel/testing/server-drawing';
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
    const drawn = await drawPage(remote, address);
    expect(drawn).toMatchObject({ errors: [], reads: [] });
    expect(drawn.html).toContain(text);
    expect(drawn.html).not.toContain('s3cret');
  });

  it('and its widgets render for a visitor and for a user', async () => {
    const store = createAppStore();
    const draw = () =>
      drawOnServer(
        <>
          <AccountMenu onLogout={() => {}} />
          <SignInPrompt text="Sign in to go on." />
        </>,
        { address: '/orders', store },
      );
    const visitor = await draw();
    expect(visitor).toMatchObject({ errors: [], reads: [] });
    expect(visitor.html).toContain('Sign in to go on.');
    store.dispatch(signedIn({ user: aUser(), token: 't', refreshToken: 'r' }));
    const person = await draw();
    expect(person).toMatchObject({ errors: [], reads: [] });
    expect(person.html).toContain('Aarati Gurung');
    expect(person.html).not.toContain('Sign in to go on.');
  });

  it("the profile renders the user's name and skeletons (PROF-04)", async () => {
    const store = createAppStore();
    store.dispatch(signedIn({ user: aUser(), token: 't', refreshToken: 'r' }));
    const drawn = await drawPage(remote, '/profile', { store });
    expect(drawn).toMatchObject({ errors: [], reads: [] });
    for (const text of ['Aarati Gurung', '@aarati', 'Your sessions', 'Loading']) {
      expect(drawn.html).toContain(text);
    }
  });
});
