import { hydratePage, productId, products, standIns, storeSignedInUser } from '@kinmel/testing/hydration';
import { remote } from './remote.tsx';
import { pageAnswers as answers } from './testing/page-answers.ts';
import WishlistHeart from './widgets/wishlist-heart.tsx';

const widgets = { ...standIns, 'mfe-catalog/wishlist-heart': WishlistHeart };

const pages = [
  ['/', 'Phone 4'],
  ['/categories', 'Laptops'],
  ['/smartphone?brand=Apple', 'Phone 6'],
  ['/watches', 'Phone 6'],
  ['/laptops', 'Phone 6'],
  ['/airpods', 'Phone 6'],
  [`/productdetails?id=${productId(1)}`, 'iPhone 13 Pro'],
  ['/search-results?q=phone', 'Phone 6'],
  ['/wishlist', 'Wishlist'],
] as const;

/** A signed-in user with a wishlist, which only the browser has. */
function fillStorage() {
  storeSignedInUser();
  localStorage.setItem(
    'wishlistItems',
    JSON.stringify(products(2).map((product) => ({ ...product, addedAt: '2026-11-20T00:00:00.000Z' }))),
  );
}

describe('a server-rendered page of the catalogue', () => {
  it.each(pages)('%s hydrates without mismatch for a user with a wishlist', async (address, text) => {
    const page = await hydratePage({
      remote: 'mfe-catalog',
      module: remote,
      address,
      answers,
      widgets,
      fillStorage,
    });
    expect(page.html).toContain(text);
    expect(page.problems).toEqual([]);
    expect(page.container).toHaveTextContent(text);
  });

  it('shows the hearts of the stored wishlist after hydration', async () => {
    const page = await hydratePage({
      remote: 'mfe-catalog',
      module: remote,
      address: '/watches',
      answers,
      widgets,
      fillStorage,
    });
    expect(page.html).not.toContain('aria-pressed="true"');
    expect(page.container.querySelectorAll('[aria-pressed=true]')).toHaveLength(2);
  });
});
