import { expect, test } from '@playwright/test';
import { dependentStages, stagesToAddToCart } from '../support/dependent-stages.ts';
import { aProductOf } from '../support/pages/shop-products.ts';

const most = { picture: 3, addToCart: 3 };

test(`the product's picture stands at most ${most.picture} dependent requests from the address, a working Add to Cart ${most.addToCart} (row 14)`, async ({
  page,
}) => {
  const { picture, addToCart } = await dependentStages(page, (await aProductOf()).id);
  const figures = `picture: ${picture} stages, add to cart: ${addToCart} stages`;
  test.info().annotations.push({ type: 'figures', description: figures });
  process.stdout.write(`${figures}\n`);
  expect.soft(picture, 'picture').toBeLessThanOrEqual(most.picture);
  expect(addToCart, 'code of add to cart').toBeLessThanOrEqual(most.addToCart);
});

test('the stages to a working Add to Cart are those of its own code (row 14)', () => {
  const at = (stage: number, path: string) => ({ stage, url: `http://localhost:8080${path}` });
  const needed = [
    at(1, '/productdetails?id=a1'),
    at(2, '/shell/main.1.js'),
    at(2, '/remotes/mfe-catalog/1/page-product.1.js'),
    at(3, '/remotes/mfe-cart-checkout/1/add-to-cart.1.js'),
  ];
  expect(stagesToAddToCart(needed, 'a1')).toBe(3);
  expect(stagesToAddToCart([...needed, at(4, '/api/products/a1')], 'a1')).toBe(4);
  for (const other of [
    '/remotes/mfe-services/1/offer-ribbon.1.js',
    '/api/special-offers',
    '/api/products?category=watch&limit=6',
    '/uploads/a/640.avif',
  ])
    expect(stagesToAddToCart([...needed, at(9, other)], 'a1'), other).toBe(3);
});
