/** @jest-environment node */
import { aProduct, productId, renderOnServer, renderPageOnServer } from '@kinmel/testing/server-rendering';
import { createAppStore, setRemoteHost } from '@kinmel/web-kit/host';
import { remote } from './remote.tsx';
import { pageAnswers as answers } from './testing/page-answers.ts';
import WishlistBadge from './widgets/wishlist-badge.tsx';
import WishlistHeart from './widgets/wishlist-heart.tsx';

beforeEach(() => setRemoteHost({ registry: { schema: 1, revision: 1, remotes: {} }, load: jest.fn() }));
afterEach(() => setRemoteHost(undefined));

describe('a server-rendered page of the catalogue', () => {
  it.each([
    ['/', 'Phones worth', 'Phone 4'],
    ['/categories', 'Laptops', 'Earphones'],
    ['/smartphone?brand=Apple', 'Smartphones', 'Phone 6'],
    ['/watches', 'Watches and accessories', 'Phone 6'],
    ['/laptops', 'Laptops', 'Phone 6'],
    ['/airpods', 'Earphones', 'Phone 6'],
    [`/productdetails?id=${productId(1)}`, 'Loading', 'iPhone 13 Pro'],
    ['/search-results?q=phone', 'phone', 'Phone 6'],
    ['/wishlist', 'Wishlist', 'Wishlist'],
    ['/alerts/:token', 'Your alert', 'Your alert'],
  ])(
    '%s renders its data, or placeholders, without reading storage, clock or random values',
    async (address, always, data) => {
      const filled = await renderPageOnServer(remote, address, { answers });
      expect(filled).toMatchObject({ errors: [], reads: [] });
      expect(filled.html).toContain(data);
      const empty = await renderPageOnServer(remote, address);
      expect(empty).toMatchObject({ errors: [], reads: [] });
      expect(empty.html).toContain(always);
    },
  );

  it('renders its widgets without a wishlist', async () => {
    const store = createAppStore();
    const rendered = await renderOnServer(
      <>
        <WishlistBadge />
        <WishlistHeart product={aProduct()} look="card" />
      </>,
      { address: '/', store },
    );
    expect(rendered).toMatchObject({ errors: [], reads: [] });
    expect(rendered.html).toContain('aria-pressed="false"');
  });
});
