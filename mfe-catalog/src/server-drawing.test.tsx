/** @jest-environment node */
import { answering, aProduct, drawOnServer, productId } from '@kinmel/testing/server-drawing';
import { createAppStore, setRemoteHost } from '@kinmel/web-kit/host';
import { createElement } from 'react';
import { remote } from './remote.tsx';
import { pageAnswers as answers } from './testing/page-answers.ts';
import WishlistBadge from './widgets/wishlist-badge.tsx';
import WishlistHeart from './widgets/wishlist-heart.tsx';

beforeEach(() => setRemoteHost({ registry: { schema: 1, revision: 1, remotes: {} }, load: jest.fn() }));
afterEach(() => setRemoteHost(undefined));

async function draw(address: string, isFilled: boolean) {
  const store = createAppStore();
  const { pathname, searchParams } = new URL(address, 'http://shop.test');
  if (isFilled)
    await answering(answers, () => remote.prepare?.[pathname]?.({ pathname, search: searchParams }));
  const Page = remote.pages[pathname];
  if (!Page) throw new Error(`There is no page ${pathname}`);
  return drawOnServer(createElement(Page), { address, store });
}

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
      const filled = await draw(address, true);
      expect(filled).toMatchObject({ errors: [], reads: [] });
      expect(filled.html).toContain(data);
      const empty = await draw(address, false);
      expect(empty).toMatchObject({ errors: [], reads: [] });
      expect(empty.html).toContain(always);
    },
  );

  it('and its widgets match without a wishlist', async () => {
    const store = createAppStore();
    const drawn = await drawOnServer(
      <>
        <WishlistBadge />
        <WishlistHeart product={aProduct()} look="card" />
      </>,
      { address: '/', store },
    );
    expect(drawn).toMatchObject({ errors: [], reads: [] });
    expect(drawn.html).toContain('aria-pressed="false"');
  });
});
