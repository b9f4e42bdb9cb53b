import { dependentStages, mostStages } from '@kinmel/bench/dependent-stages';
import { expect, test } from '@playwright/test';
import { aProductOf } from '../support/pages/shop-products.ts';
import { stackState } from '../support/stack/stack-control.ts';

test(`the product's picture stands at most ${mostStages.picture} dependent requests from the address, a working Add to Cart ${mostStages.addToCart} (row 14)`, async () => {
  const { urls } = await stackState();
  const { picture, addToCart } = await dependentStages(urls.shop, (await aProductOf()).id);
  const figures = `picture: ${picture} stages, add to cart: ${addToCart} stages`;
  test.info().annotations.push({ type: 'figures', description: figures });
  process.stdout.write(`${figures}\n`);
  expect.soft(picture, 'picture').toBeLessThanOrEqual(mostStages.picture);
  expect(addToCart, 'code of add to cart').toBeLessThanOrEqual(mostStages.addToCart);
});
