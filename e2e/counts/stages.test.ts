import { expect, test } from '@playwright/test';
import { dependentStages } from '../support/dependent-stages.ts';
import { anyProduct } from '../support/pages/shop-products.ts';

const maxStages = { picture: 3, addToCart: 3 };

test(`the product picture takes at most ${maxStages.picture} dependent requests, and Add to Cart ${maxStages.addToCart} (row 14)`, async ({
  page,
}) => {
  const { picture, addToCart } = await dependentStages(page, (await anyProduct()).id);
  const figures = `picture: ${picture} stages, add to cart: ${addToCart} stages`;
  test.info().annotations.push({ type: 'figures', description: figures });
  process.stdout.write(`${figures}\n`);
  expect.soft(picture, 'picture').toBeLessThanOrEqual(maxStages.picture);
  expect(addToCart, 'code of add to cart').toBeLessThanOrEqual(maxStages.addToCart);
});
