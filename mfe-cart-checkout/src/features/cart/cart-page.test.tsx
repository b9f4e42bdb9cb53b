import {
  type Answers,
  aPolicy,
  axeViolations,
  down,
  holdReply,
  json,
  problem,
  productId,
  type RenderedPage,
  recordBodies,
  renderPage,
  translatePage,
} from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import type { CartLine } from '../../cart/cart-line.ts';
import { aCheckedCart, checkedLine } from '../../testing/cart-checks.ts';
import { device, galaxy, iphone, offer } from '../../testing/lines.ts';
import { inOtherTab } from '../../testing/other-tab.ts';
import CartPage from './cart-page.tsx';

const storeCart = (lines: unknown, key = 'cartItems') => localStorage.setItem(key, JSON.stringify(lines));
const storedCart = (key = 'cartItems') =>
  JSON.parse(localStorage.getItem(key) ?? 'null') as CartLine[] | null;
const row = (name: string) => {
  const item = screen.getAllByRole('listitem').find((item) => within(item).queryByRole('heading', { name }));
  if (!item) throw new Error(`No row of ${name}`);
  return within(item);
};
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const checkRequest = 'POST /api/checkout-orders/quote';
const unchangedCart = json(aCheckedCart([]));
let page: RenderedPage;
/** Opens the page. By default the check fails: the cart works without it. */
const show = async (answers: Answers = {}, state: unknown = null) => {
  page = await renderPage(<CartPage />, {
    address: '/cart',
    state,
    answers: { '/api/policy': { success: true, data: aPolicy() }, [checkRequest]: unchangedCart, ...answers },
  });
  return page;
};
const open = async (lines: unknown = [iphone, galaxy], answers: Answers = {}) => {
  storeCart(lines);
  await show(answers);
  await waitFor(() => expect(figure('Total')).toMatch(/NPR/));
  return page;
};
const click = (name: string | RegExp) => page.user.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

// 200 rows take long to render.
jest.setTimeout(20_000);

describe('a row', () => {
  it('shows picture, name, price and line total (CART-01, CART-02, CART-07, CART-10)', async () => {
    await open([iphone]);
    expect(document.querySelector('li img')).toHaveAttribute('src', '/uploads/iphone-13/640.webp');
    const phone = row('iPhone 13 Pro');
    expect(phone.getByText('NPR 91,500 each')).toBeVisible();
    expect(phone.getByText('NPR 183,000')).toBeVisible();
    expect(phone.queryByText(/Old price/)).toBeNull();
    const link = phone.getByRole('link', { name: 'iPhone 13 Pro' });
    expect(link).toHaveAttribute('href', `/productdetails?id=${productId(1)}`);
  });

  it.each([
    [12, 'SPECIAL OFFER 12% off'],
    [0, 'SPECIAL OFFER'],
  ])(
    'shows an offer of %d% with its title, code and the struck-through price (CART-03, CART-04, CART-05, CART-07, CONF-53)',
    async (discountPercentage, text) => {
      await open([{ ...galaxy, specialOffer: { ...offer, discountPercentage } }]);
      const phone = row('Galaxy S25 Ultra');
      for (const part of [text, 'Galaxy Festival', 'GALAXY12']) expect(phone.getByText(part)).toBeVisible();
      expect(phone.getByText(/NPR 164,900/).closest('s')).toHaveTextContent('Old price NPR 164,900');
    },
  );

  it('of a device names grade and battery, links to it, and has one piece that cannot be changed', async () => {
    await open([device], { [checkRequest]: aCheckedCart([{ ...checkedLine(device), lowStockCount: 1 }]) });
    const phone = row('iPhone 13 Pro');
    expect(phone.getByText('256 GB, Graphite, grade B, battery 88%')).toBeVisible();
    expect(phone.getByRole('link', { name: 'iPhone 13 Pro' })).toHaveAttribute(
      'href',
      `/productdetails?id=${device.id}`,
    );
    expect(phone.getByText('1 piece')).toBeVisible();
    expect(phone.queryByRole('button', { name: /quantity/ })).toBeNull();
    await waitFor(() => expect(screen.queryByText('Only 1 left')).toBeNull());
    expect(await axeViolations()).toEqual([]);
  });

  it('shows its new total, and keeps its price, on a page that a browser translates', async () => {
    await open([iphone]);
    translatePage();
    await click('Increase quantity of iPhone 13 Pro');
    expect(await row('iPhone 13 Pro').findByText('NPR 274,500')).toBeVisible();
    expect(row('iPhone 13 Pro').queryByText('NPR 183,000')).not.toBeInTheDocument();
    expect(row('iPhone 13 Pro').getByText('NPR 91,500 each')).toBeVisible();
  });

  it('changes its quantity by minus and plus, with minus disabled at 1 (CART-08, CART-09, ERR-38)', async () => {
    await open([iphone]);
    await click('Increase quantity of iPhone 13 Pro');
    expect(row('iPhone 13 Pro').getByText('NPR 274,500')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('status')[0]).toHaveTextContent('Quantity updated'));
    expect(storedCart()?.[0]?.quantity).toBe(3);
    await click('Decrease quantity of iPhone 13 Pro');
    await click('Decrease quantity of iPhone 13 Pro');
    expect(screen.getByRole('button', { name: 'Decrease quantity of iPhone 13 Pro' })).toBeDisabled();
    expect(storedCart()?.[0]?.quantity).toBe(1);
  });

  it('is removed alone by Remove, and the focus moves to the next row (CART-06, CART-32, ERR-39)', async () => {
    await open([iphone, { ...iphone, specialOffer: offer }, galaxy]);
    await page.user.click(screen.getAllByRole('button', { name: 'Remove iPhone 13 Pro' })[0] as HTMLElement);
    expect(storedCart()?.map(({ id, specialOffer }) => [id, specialOffer?.id])).toEqual([
      [productId(1), productId(7)],
      [productId(2), productId(7)],
    ]);
    expect(screen.getByRole('button', { name: 'Remove iPhone 13 Pro' })).toHaveFocus();
    expect(await screen.findByText('Item removed from cart')).toBeVisible();
  });
});

it('Clear Cart asks for confirmation with the focus on Cancel, then empties cart and storage (CART-11, CART-12, CART-15, SIL-13, ERR-40)', async () => {
  await open();
  await click('Clear Cart');
  const dialog = within(screen.getByRole('dialog', { name: 'Clear Cart' }));
  const question =
    'Are you sure you want to remove all 3 item(s) from your cart? This action cannot be undone.';
  expect(dialog.getByText(question)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(storedCart()).toHaveLength(2);
  await click('Clear Cart');
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear Cart' }));
  expect(screen.getByText('Your cart is empty')).toBeVisible();
  expect(await screen.findByText('Cart cleared')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your Shopping Cart' })).toHaveFocus();
  expect([storedCart(), storedCart('cart')]).toEqual([[], []]);
});

describe('the summary', () => {
  it('has no row for a tax of zero', async () => {
    const data = aPolicy({ tax: { percent: 0, label: 'Tax (0%)' } });
    await open([iphone], { '/api/policy': { success: true, data } });
    await waitFor(() => expect(figure('Total')).toBe('NPR 183,000'));
    expect(screen.queryByText(/^Tax/)).toBeNull();
  });

  it.each([
    [99.5, ['NPR 199', 'NPR 15', 'NPR 15.92', 'NPR 229.92']],
    [91_500, ['NPR 183,000', 'Free', 'NPR 14,640', 'NPR 197,640']],
  ])(
    'of two pieces at %d shows subtotal, shipping, tax and total (CART-16 to CART-19, CONST-01 to CONST-04, CONST-06)',
    async (price, figures) => {
      await open([{ ...iphone, price, originalPrice: price }]);
      expect(['Subtotal', 'Shipping', 'Tax (8%)', 'Total'].map(figure)).toEqual(figures);
      expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/checkout');
    },
  );

  it('shows the savings of promotions, if any, and four promises (CART-20, CART-21, CART-23 to CART-26, SIL-17)', async () => {
    const { unmount } = await open();
    expect(screen.getByRole('heading', { name: 'Active Promotions' })).toBeVisible();
    expect(['Galaxy Festival', 'Total Savings'].map(figure)).toEqual(['NPR 20,000', 'NPR 20,000']);
    unmount();
    await open([iphone]);
    expect(screen.queryByText('Active Promotions')).toBeNull();
    expect(screen.queryByText('Total Savings')).toBeNull();
    const promises = within(screen.getByRole('list', { name: 'What we promise' })).getAllByRole('listitem');
    expect(promises.map(({ textContent }) => textContent)).toEqual([
      'Free shipping over NPR 200',
      '30-day money-back guarantee',
      'Secure payments',
      '24/7 support',
    ]);
  });

  it('offers a trade-in by the sell form with a return to the cart, only in a filled cart', async () => {
    await open([iphone]);
    expect(screen.getByRole('link', { name: 'Trade in yours: up to NPR 129,870' })).toHaveAttribute(
      'href',
      '/sellyourphone?from=%2Fcart',
    );
    await click('Remove iPhone 13 Pro');
    expect(screen.queryByRole('link', { name: /^Trade in/ })).toBeNull();
  });

  it('offers no trade-in without a dollar exchange rate', async () => {
    await open([iphone], { '/api/policy': { success: true, data: aPolicy({ rates: [] }) } });
    expect(screen.queryByRole('link', { name: /^Trade in/ })).toBeNull();
  });

  it('shows no total without the policy, and requests it again on Retry', async () => {
    storeCart([iphone]);
    await show({ '/api/policy': problem(503, 'service-unavailable', 'No') });
    expect(await screen.findByText('Shipping and tax could not be loaded.')).toBeVisible();
    expect(figure('Subtotal')).toBe('NPR 183,000');
    expect(figure('Total')).toBe('Not known');
    expect(screen.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
    page.network.answer({ '/api/policy': { success: true, data: aPolicy() } });
    await click('Retry');
    await waitFor(() => expect(figure('Total')).toBe('NPR 197,640'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('an empty cart', () => {
  it('shows that it is empty, without costs and checkout, with links to the shop (CART-13 to CART-15, CART-22, SIL-18)', async () => {
    await open([]);
    expect(screen.getByText('Your cart is empty')).toBeVisible();
    for (const name of ['Subtotal', 'Shipping', 'Tax (8%)', 'Total']) expect(figure(name)).toBe('NPR 0');
    expect(screen.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Clear Cart' })).toBeNull();
    const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(['Continue Shopping', 'View Special Offers'].map(linkTo)).toEqual(['/', '/specialoffers']);
  });

  it.each([
    [{ unpaidOrderId: productId(9) }, `/order?id=${productId(9)}`],
    [{ unpaidOrderId: '../../evil' }, undefined],
    [{ unpaidOrderId: 7 }, undefined],
  ])('with the state %j links to the unpaid order only by a valid id (PAY-02)', async (state, address) => {
    await show({}, state);
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
    expect(screen.queryAllByText(/An order waits for its payment\./)).toHaveLength(address ? 1 : 0);
    const link = screen.queryByRole('link', { name: 'View this order' });
    expect(link?.getAttribute('href')).toBe(address);
  });
});

describe('the storage', () => {
  it('reads "cart" only when "cartItems" is missing, and writes both (CART-38, CONF-12)', async () => {
    storeCart([galaxy], 'cart');
    await show();
    await screen.findByText('Galaxy S25 Ultra');
    await click('Increase quantity of Galaxy S25 Ultra');
    expect(storedCart()?.map(({ id, quantity }) => [id, quantity])).toEqual([[productId(2), 2]]);
    expect(storedCart('cart')).toEqual(storedCart());
  });

  it('follows changes of another tab', async () => {
    await open([iphone]);
    await inOtherTab([iphone, galaxy]);
    expect(screen.getByRole('button', { name: 'Remove Galaxy S25 Ultra' })).toBeVisible();
    await inOtherTab(null);
    expect(screen.getByText('Your cart is empty')).toBeVisible();
  });

  it('keeps recent changes of another tab', async () => {
    await open([iphone]);
    storeCart([iphone, galaxy]);
    await click('Increase quantity of iPhone 13 Pro');
    expect(storedCart()?.map(({ id, quantity }) => [id, quantity])).toEqual([
      [productId(1), 3],
      [productId(2), 1],
    ]);
  });
});

it('works without storage', async () => {
  for (const method of ['getItem', 'setItem'] as const)
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('No', 'SecurityError');
    });
  await show();
  await waitFor(() => expect(figure('Total')).toMatch(/NPR/));
});

it('sends no cart to the server, only the check of prices (CART-45, CART-46)', async () => {
  await open([iphone, galaxy], { [checkRequest]: aCheckedCart([checkedLine(iphone), checkedLine(galaxy)]) });
  await click('Increase quantity of iPhone 13 Pro');
  await click('Remove Galaxy S25 Ultra');
  await click('Undo: put Galaxy S25 Ultra back');
  expect(page.network.requests).toEqual(['GET /api/policy', checkRequest]);
});

it.each([
  [[iphone, galaxy], 'iPhone 13 Pro was removed.'],
  [[iphone], 'Your cart is empty'],
])('Remove can be undone at its position: %#', async (lines, text) => {
  await open(lines);
  await click('Remove iPhone 13 Pro');
  expect(screen.getByText(text)).toBeVisible();
  await click('Undo: put iPhone 13 Pro back');
  expect(storedCart()).toEqual(lines);
  expect(screen.queryByText(text)).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove iPhone 13 Pro' })).toHaveFocus();
});

describe('the promo code', () => {
  const checkRequest = 'POST /api/special-offers/check-promo';
  const appliedPromo = (more: object = {}) => ({
    success: true,
    data: {
      applied: true,
      offerId: productId(8),
      title: 'Dashain Savings',
      promoCode: 'DASHAIN10',
      discountPercentage: 10,
      targetProducts: [],
      ...more,
    },
  });
  const enter = async (code: string) => {
    await page.user.type(screen.getByRole('textbox', { name: 'Promo code' }), code);
    await click('Apply');
  };

  it('lowers the lines without offer, is stored, and shows its savings (CART-33, CART-34, CART-35, CART-36, CART-20, SIL-14)', async () => {
    await open([iphone, galaxy], { [checkRequest]: appliedPromo() });
    await enter('dashain10');
    expect(await screen.findByText('10% off applied')).toBeVisible();
    const { id, price, promoCode } = galaxy;
    expect(storedCart()).toMatchObject([
      { price: 82_350, promoCode: 'DASHAIN10' },
      { id, price, promoCode },
    ]);
    expect(['DASHAIN10', 'Total Savings', 'Subtotal'].map(figure)).toEqual([
      'NPR 18,300',
      'NPR 38,300',
      'NPR 309,600',
    ]);
    expect(row('iPhone 13 Pro').getByText('NPR 82,350 each')).toBeVisible();
    expect(row('iPhone 13 Pro').getByText(/NPR 91,500/)).toBeVisible();
    page.unmount();
    await show();
    expect(await screen.findByText('10% off applied')).toBeVisible();
  });

  it('can be removed, which restores the prices and the focus (CART-37)', async () => {
    await open([iphone], { [checkRequest]: appliedPromo() });
    await enter('DASHAIN10');
    const chip = await screen.findByRole('button', { name: 'Remove promo code DASHAIN10' });
    expect(chip).toHaveFocus();
    await page.user.click(chip);
    expect(screen.getByRole('textbox', { name: 'Promo code' })).toHaveFocus();
    expect(storedCart()).toEqual([iphone]);
    expect(screen.queryByText('Active Promotions')).toBeNull();
  });

  it.each([
    [
      'OLD',
      iphone,
      { data: { applied: false, message: 'This promo code has expired.' } },
      'This promo code has expired.',
    ],
    ['TEN', galaxy, appliedPromo(), /does not apply to the products/],
    ['TEN', iphone, down, 'The code could not be checked. Please try again.'],
    [' ', iphone, down, 'Enter a promo code.'],
  ])(
    'shows why "%s" does not apply, and changes nothing (SIL-14, SIL-15, CART-36): %#',
    async (code, line, answer, text) => {
      await open([line], { [checkRequest]: answer });
      await enter(code);
      expect(await screen.findByRole('alert')).toHaveTextContent(text);
      expect(screen.getByRole('textbox', { name: 'Promo code' })).toHaveAccessibleDescription(text);
      expect(storedCart()).toEqual([line]);
    },
  );
});

describe('the check when the cart opens (SIL-23)', () => {
  const ten = { promoCode: 'TEN', applied: true, message: '', discountPercentage: 10 };
  const iphoneWithCode = {
    ...iphone,
    id: productId(5),
    price: 82_350,
    promoCode: 'TEN',
    discountApplied: true,
    discountPercentage: 10,
  };

  it('lists the changes, disables the checkout, and is applied on Accept', async () => {
    const watch = { ...iphone, id: productId(3), name: 'Galaxy Watch7', quantity: 3 };
    const buds = { ...iphone, id: productId(4), name: 'Buds 3' };
    const expiredPromo = { ...ten, applied: false, message: 'This promo code has expired.' };
    await open([iphone, galaxy, watch, buds, iphoneWithCode], {
      [checkRequest]: aCheckedCart(
        [
          { ...checkedLine(iphone), price: 89_900, originalPrice: 89_900 },
          { ...checkedLine(galaxy), problem: 'offer-ended' },
          { ...checkedLine(watch), lowStockCount: 2, problem: 'low-stock' },
          { ...checkedLine(buds), problem: 'gone' },
          { ...checkedLine(iphoneWithCode), price: 91_500 },
        ],
        expiredPromo,
      ),
    });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'iPhone 13 Pro: price changed from NPR 91,500 to NPR 89,900',
      'Galaxy S25 Ultra: the offer has ended',
      'Galaxy Watch7: only 2 left',
      'Buds 3: no longer sold',
      'This promo code has expired.',
    ]);
    expect(row('Buds 3').getByText('No longer sold')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
    await click('Accept changes');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(storedCart()?.map(({ id, price, quantity }) => [id, price, quantity])).toEqual([
      [productId(1), 89_900, 2],
      [productId(3), 91_500, 2],
      [productId(5), 91_500, 2],
    ]);
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
  });

  it('has no changes left once the shopper removes the changed lines', async () => {
    await open([iphone, galaxy], {
      [checkRequest]: aCheckedCart([
        { ...checkedLine(iphone), problem: 'out-of-stock' },
        checkedLine(galaxy),
      ]),
    });
    expect(await screen.findByText('Out of stock')).toBeVisible();
    await click('Remove iPhone 13 Pro');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
  });

  it('shows that a device has been sold, and removes it once accepted', async () => {
    await open([device, galaxy], {
      [checkRequest]: aCheckedCart([
        { ...checkedLine(device), problem: 'out-of-stock' },
        checkedLine(galaxy),
      ]),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('iPhone 13 Pro: this phone is sold');
    expect(row('iPhone 13 Pro').getByText('This phone is sold')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Proceed to Checkout' })).toBeNull();
    await click('Accept changes');
    expect(storedCart()?.map(({ id }) => id)).toEqual([galaxy.id]);
  });

  it('limits quantities to the maximum of an order, and reports a line with more (ORD-L5)', async () => {
    const thirtyGalaxies = { ...galaxy, quantity: 30 };
    await open([{ ...iphone, quantity: 3 }, thirtyGalaxies], {
      [checkRequest]: aCheckedCart([
        { ...checkedLine(iphone), quantity: 3, maxQuantity: 4 },
        { ...checkedLine(thirtyGalaxies), maxQuantity: 4 },
      ]),
    });
    expect(await screen.findByText('An order takes at most 4')).toBeVisible();
    await click('Increase quantity of iPhone 13 Pro');
    expect(screen.getByRole('button', { name: 'Increase quantity of iPhone 13 Pro' })).toBeDisabled();
    await click('Accept changes');
    expect(screen.queryByText('An order takes at most 4')).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Increase quantity of/ }).at(1)).toBeDisabled();
  });

  it('applies the code silently to a line that was added after it', async () => {
    await open([iphoneWithCode, iphone], {
      [checkRequest]: aCheckedCart(
        [checkedLine(iphoneWithCode), { ...checkedLine(iphone), price: 82_350 }],
        ten,
      ),
    });
    await waitFor(() => expect(storedCart()?.[1]).toMatchObject({ price: 82_350, promoCode: 'TEN' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('treats an unknown line as no longer sold', async () => {
    const { reply, bodies } = recordBodies(json(aCheckedCart([checkedLine(galaxy)])));
    await open([{ ...iphone, id: 'from-elsewhere' }, galaxy], { [checkRequest]: reply });
    expect(await screen.findByText('No longer sold')).toBeVisible();
    expect(bodies).toMatchObject([{ products: [{ productId: productId(2) }] }]);
  });

  it.each([
    ['fails', down],
    ['answers something else', json({ success: true, data: { products: 'x' } })],
  ])('keeps the cart when it %s', async (_, answer) => {
    await open([iphone], { [checkRequest]: answer });
    expect(await screen.findByText(/could not be checked just now/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
    expect(storedCart()).toEqual([iphone]);
  });

  it('is repeated when another tab adds a line', async () => {
    await open([iphone], { [checkRequest]: aCheckedCart([checkedLine(iphone)]) });
    page.network.answer({
      [checkRequest]: aCheckedCart([checkedLine(iphone), { ...checkedLine(galaxy), problem: 'gone' }]),
    });
    await inOtherTab([iphone, galaxy]);
    expect(await screen.findByText('No longer sold')).toBeVisible();
    expect(page.network.count(checkRequest)).toBe(2);
  });

  it('does not block the cart while in progress', async () => {
    const slow = holdReply(json(aCheckedCart([checkedLine(iphone)])));
    await open([iphone], { [checkRequest]: slow.reply });
    await click('Increase quantity of iPhone 13 Pro');
    expect(storedCart()?.[0]?.quantity).toBe(3);
    slow.release();
    await waitFor(() => expect(page.network.count(checkRequest)).toBe(1));
  });
});

it('is titled "Your Shopping Cart" (ROUTE-18) and has no axe violations', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Your Shopping Cart' })).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Your Shopping Cart | Kinmel'));
  expect(await axeViolations('label-content-name-mismatch')).toEqual([]);
});
