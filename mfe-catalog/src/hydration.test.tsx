import {
  aPolicy,
  aProduct,
  hydratePage,
  keepSignedIn,
  productId,
  productListAnswer,
  products,
  standIns,
} from '@kinmel/testing/hydration';
import { remote } from './remote.tsx';
import WishlistHeart from './widgets/wishlist-heart.tsx';

const list = productListAnswer(products(6));
const answers = {
  '/api/policy': { success: true, data: aPolicy() },
  '/api/products/category/premiumsmartphones?sort=createdAt_desc': list,
  '/api/products/category/galaxyproducts?sort=createdAt_desc': list,
  '/api/products?category=smartphone&limit=24&brand=Apple': list,
  '/api/products?category=watch&limit=24': list,
  '/api/products?category=Laptop&limit=24': list,
  '/api/products?category=earphones&limit=24': list,
  '/api/products?search=phone&limit=24': list,
  [`/api/products/${productId(1)}`]: { success: true, data: aProduct() },
};
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

/** A person with a wishlist, of whom a server knows nothing. */
function fillStorage() {
  keepSignedIn();
  localStorage.setItem(
    'wishlistItems',
    JSON.stringify(products(2).map((product) => ({ ...product, addedAt: '2026-11-20T00:00:00.000Z' }))),
  );
}

describe('a page of the catalogue that a server has drawn', () => {
  it.each(pages)('%s is taken over as it stands, as a visitor', async (address, text) => {
    const page = await hydratePage({ remote: 'mfe-catalog', module: remote, address, answers, widgets });
    expect(page.html).toContain(text);
    expect(page.problems).toEqual([]);
    expect(page.container).toHaveTextContent(text);
  });

  it.each(pages)('%s is taken over as it stands, signed in and with a wishlist', async (address, text) => {
    const page = await hydratePage({
      remote: 'mfe-catalog',
      module: remote,
      address,
      answers,
      widgets,
      fillStorage,
    });
    expect(page.problems).toEqual([]);
    expect(page.container).toHaveTextContent(text);
  });

  it('shows the hearts of the stored wishlist once it is taken over', async () => {
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
