import { stagesToAddToCart } from './dependent-stages.ts';

const at = (stage: number, path: string) => ({ stage, url: `http://localhost:8080${path}` });
const needed = [
  at(1, '/productdetails?id=a1'),
  at(2, '/shell/main.1.js'),
  at(2, '/remotes/mfe-catalog/1/page-product.1.js'),
  at(3, '/remotes/mfe-cart-checkout/1/add-to-cart.1.js'),
];

describe('the stages to a working Add to Cart (row 14)', () => {
  it('are those of its own code', () => {
    expect(stagesToAddToCart(needed, 'a1')).toBe(3);
    expect(stagesToAddToCart([...needed, at(4, '/api/products/a1')], 'a1')).toBe(4);
  });

  it.each([
    '/remotes/mfe-services/1/offer-ribbon.1.js',
    '/api/special-offers',
    '/api/products?category=watch&limit=6',
    '/uploads/a/640.avif',
  ])('do not count %s, which it does not wait for', (path) => {
    expect(stagesToAddToCart([...needed, at(9, path)], 'a1')).toBe(3);
  });
});
