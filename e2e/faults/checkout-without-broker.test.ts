import { expect, test } from '../support/journey.ts';
import { fillDelivery, orderedBy, placeOrderButton, putInCart } from '../support/pages/checkout.ts';
import { anyProduct } from '../support/pages/shop-products.ts';
import { ordersOf, signedUp } from '../support/people/customer.ts';
import { mailTo } from '../support/stack/mailbox.ts';
import { whileDown } from '../support/stack/stack-control.ts';

test('an order is placed and shown while the broker is down, and its mail is sent afterwards', async ({
  page,
}) => {
  const product = await anyProduct('earphones');
  await signedUp(page);
  await putInCart(page, product.id);
  await fillDelivery(page);
  await whileDown('broker', async () => {
    await placeOrderButton(page).click();
    await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeVisible();
    await page.waitForURL('**/orders');
    await expect(page.getByRole('article').getByText(product.name)).toBeVisible();
  });
  const [order, ...others] = await ordersOf(page);
  expect(others).toEqual([]);
  expect(await mailTo(orderedBy, new RegExp(order?.orderNumber ?? 'no order'))).toContain(product.name);
});
