/** @jest-environment node */
import { aRegistry } from '@kinmel/testing/samples';
import { renderOnServer } from '@kinmel/testing/server-rendering';
import { createAppStore, setRemoteHost } from '@kinmel/web-kit/host';
import { ShopApp } from './shop-app.tsx';

const links = [{ place: 'menu' as const, label: 'All our categories', position: 10 }];
const registry = aRegistry({
  'mfe-catalog': {
    pages: [{ path: '/categories', title: 'Categories', links }],
    widgets: ['wishlist-badge'],
  },
  'mfe-cart-checkout': { widgets: ['cart-badge'] },
});
const modules: Record<string, unknown> = {
  'mfe-catalog/remote': { remote: { contract: 1, pages: { '/categories': () => <h1>All categories</h1> } } },
  'mfe-catalog/wishlist-badge': { default: () => null },
  'mfe-cart-checkout/cart-badge': { default: () => null },
};

afterEach(() => setRemoteHost(undefined));

describe('the server-rendered frame of the shop', () => {
  it.each([
    ['/categories', 'All categories'],
    ['/search-results?q=pixel', 'value="pixel"'],
    ['/cart', 'This part of the page is not available right now.'],
    ['/no-such-page', 'Page not found'],
  ])('renders around %s without reading storage, clock or random values', async (address, text) => {
    setRemoteHost({
      registry,
      load: async (remote, module) => modules[`${remote}/${module}`],
    });
    const store = createAppStore();
    const rendered = await renderOnServer(<ShopApp store={store} />, { address, store });
    expect(rendered).toMatchObject({ errors: [], reads: [] });
    for (const part of ['Skip to content', 'Search products', 'All our categories', 'Contact us', text])
      expect(rendered.html).toContain(part);
  });
});
