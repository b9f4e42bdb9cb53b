import { remoteDeclarationSchema } from '@kinmel/contracts';
import declaration from '../remote.json' with { type: 'json' };
import { remote } from './remote.tsx';

const { pages, widgets } = remoteDeclarationSchema.parse(declaration);

describe('the declaration of the remote', () => {
  it('has a page for every path, and a path for every page (ROUTE-25 to ROUTE-27)', () => {
    expect(Object.keys(remote.pages).sort()).toEqual(pages.map(({ path }) => path).sort());
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/login', '/signup', '/forgetpassword', '/resetpassword']),
    );
  });

  it('requires no session for login and signup, and one for profile and orders (ROUTE-22, ROUTE-24 to ROUTE-26, PROF-01)', () => {
    const withFlag = (flag: 'visitorsOnly' | 'requiresSignIn') =>
      pages.filter((page) => page[flag]).map(({ path }) => path);
    expect(withFlag('visitorsOnly')).toEqual(['/login', '/signup']);
    const personal = pages.map(({ path }) => path).filter((path) => /^\/(profile|orders?)/.test(path));
    expect(withFlag('requiresSignIn')).toEqual(personal);
  });

  // A preloaded widget would cost every visitor of the shop.
  it('offers its widgets and preloads none of them', () => {
    expect(widgets).toEqual([
      { name: 'account-menu', preloadOn: [] },
      { name: 'sign-in-prompt', preloadOn: [] },
    ]);
  });
});
