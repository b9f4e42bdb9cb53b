import {
  type Answers,
  aPolicy,
  down,
  held,
  json,
  noting,
  problem,
  productId,
  type RenderedPage,
  renderPage,
} from '@kinmel/testing/page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { CartLine } from '../../cart/cart-line.ts';
import { axeViolations } from '../../testing/axe-violations.ts';
import { aCheckedCart, checkedLine } from '../../testing/cart-checks.ts';
import { galaxy, iphone, offer } from '../../testing/lines.ts';
import CartPage from './cart-page.tsx';

const keep = (lines: unknown, key = 'cartItems') => localStorage.setItem(key, JSON.stringify(lines));
const kept = (key = 'cartItems') => JSON.parse(localStorage.getItem(key) ?? 'null') as CartLine[] | null;
const row = (name: string) => {
  const found = screen.getAllByRole('listitem').find((item) => within(item).queryByRole('heading', { name }));
  if (!found) throw new Error(`No row of ${name}`);
  return within(found);
};
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const checkRequest = 'POST /api/checkout-orders/quote';
const unchanged = json(aCheckedCart([]));
let page: RenderedPage;
/** Opens the page. By default the check fails: the cart works without. */
const show = async (answers: Answers = {}, state: unknown = null) => {
  page = await renderPage(<CartPage />, {
    address: '/cart',
    state,
    answers: { '/api/policy': { success: true, data: aPolicy() }, [checkRequest]: unchanged, ...answers },
  });
  return page;
};
const open = async (lines: unknown = [iphone, galaxy], answers: Answers = {}) => {
  keep(lines);
  await show(answers);
  await waitFor(() => expect(figure('Total')).toMatch(/NPR/));
  return page;
};
const click = (name: string | RegExp) => page.user.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());

// 200 rows take long to render.
jest.setTimeout(20_000);

describe('a row', () => {
  it('shows picture, name, price and line total (CART-01, CART-02, CART-07, CART-10)', async () => {
    await open([iphone]);
    expect(document.querySelector('li img')).toHaveAttribute('src', '/uploads/iphone-13/640.webp');
    expect(row('iPhone 13 Pro').getByText('NPR 91,500 each')).toBeVisible();
    expect(row('iPhone 13 Pro').getByText('NPR 183,000')).toBeVisible();
    expect(row('iPhone 13 Pro').getByRole('link', { name: 'iPhone 13 Pro' })).toHaveAttribute(
      'href',
      `/productdetails?id=${productId(1)}`,
    );
  });

  it('shows the offer with its percent, title, code and the struck-through price (CART-03, CART-04, CART-05, CART-07)', async () => {
    await open();
    expect(row('Galaxy S25 Ultra').getByText('SPECIAL OFFER 12% off')).toBeVisible();
    expect(row('Galaxy S25 Ultra').getByText('Galaxy Festival')).toBeVisible();
    expect(row('Galaxy S25 Ultra').getByText('GALAXY12')).toBeVisible();
    expect(
      row('Galaxy S25 Ultra')
        .getByText(/NPR 164,900/)
        .closest('s'),
    ).toHaveTextContent('Old price NPR 164,900');
    expect(row('iPhone 13 Pro').queryByText(/Old price/)).toBeNull();
  });

  it('shows an offer without a percentage as an offer, not as 0% (CART-03, CONF-53)', async () => {
    await open([{ ...galaxy, specialOffer: { ...offer, discountPercentage: 0 } }]);
    expect(row('Galaxy S25 Ultra').getByText('SPECIAL OFFER')).toBeVisible();
  });

  it('changes its quantity by minus and plus, with minus disabled at 1 (CART-08, CART-09, ERR-38)', async () => {
    await open([iphone]);
    await page.user.click(
      row('iPhone 13 Pro').getByRole('button', { name: 'Increase quantity of iPhone 13 Pro' }),
    );
    expect(row('iPhone 13 Pro').getByText('NPR 274,500')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('status')[0]).toHaveTextContent('Quantity updated'));
    expect(kept()?.[0]?.quantity).toBe(3);
    const minus = row('iPhone 13 Pro').getByRole('button', { name: 'Decrease quantity of iPhone 13 Pro' });
    await page.user.click(minus);
    await page.user.click(minus);
    expect(minus).toBeDisabled();
    expect(kept()?.[0]?.quantity).toBe(1);
  });

  it('is removed alone by Remove, and the focus moves to the next row (CART-06, CART-32, ERR-39)', async () => {
    await open([iphone, { ...iphone, specialOffer: offer }, galaxy]);
    await page.user.click(screen.getAllByRole('button', { name: 'Remove iPhone 13 Pro' })[0] as HTMLElement);
    expect(kept()?.map(({ id, specialOffer }) => [id, specialOffer?.id])).toEqual([
      [productId(1), productId(7)],
      [productId(2), productId(7)],
    ]);
    expect(screen.getByRole('button', { name: 'Remove iPhone 13 Pro' })).toHaveFocus();
    expect(await screen.findByText('Item removed from cart')).toBeVisible();
  });
});

describe('Clear Cart', () => {
  const ask = () => page.user.click(screen.getByRole('button', { name: 'Clear Cart' }));

  it('asks for confirmation with the number of pieces and the focus on Cancel (CART-11, CART-12, SIL-13)', async () => {
    await open();
    await ask();
    const dialog = within(screen.getByRole('dialog', { name: 'Clear Cart' }));
    expect(
      dialog.getByText(
        'Are you sure you want to remove all 3 item(s) from your cart? This action cannot be undone.',
      ),
    ).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(kept()).toHaveLength(2);
  });

  it('empties the cart and its storage, and shows a message (CART-11, CART-15, ERR-40)', async () => {
    await open();
    await ask();
    await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear Cart' }));
    expect(screen.getByText('Your cart is empty')).toBeVisible();
    expect(await screen.findByText('Cart cleared')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your Shopping Cart' })).toHaveFocus();
    expect(kept()).toEqual([]);
    expect(kept('cart')).toEqual([]);
  });
});

describe('the summary', () => {
  it('has no row for a tax of zero', async () => {
    const policy = aPolicy();
    await open([iphone], {
      '/api/policy': { success: true, data: { ...policy, tax: { percent: 0, label: 'Tax (0%)' } } },
    });
    await waitFor(() => expect(figure('Total')).toBe('NPR 183,000'));
    expect(screen.queryByText(/^Tax/)).toBeNull();
  });

  it('shows subtotal, shipping, tax and total (CART-16, CART-17, CART-18, CART-19, CONST-01, CONST-03, CONST-04)', async () => {
    await open([{ ...iphone, price: 99.5, originalPrice: 99.5, quantity: 2 }]);
    expect(figure('Subtotal')).toBe('NPR 199');
    expect(figure('Shipping')).toBe('NPR 15');
    expect(figure('Tax (8%)')).toBe('NPR 15.92');
    expect(figure('Total')).toBe('NPR 229.92');
  });

  it('has free shipping above the limit (CONST-02, CONST-06)', async () => {
    await open([iphone]);
    expect(figure('Shipping')).toBe('Free');
    expect(figure('Total')).toBe('NPR 197,640');
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/checkout');
  });

  it('shows the savings of promotions, if any (CART-20, CART-21, SIL-17)', async () => {
    const { unmount } = await open();
    expect(screen.getByRole('heading', { name: 'Active Promotions' })).toBeVisible();
    expect(figure('Galaxy Festival')).toBe('NPR 20,000');
    expect(figure('Total Savings')).toBe('NPR 20,000');
    unmount();
    await open([iphone]);
    expect(screen.queryByText('Active Promotions')).toBeNull();
    expect(screen.queryByText('Total Savings')).toBeNull();
  });

  it('shows the four promises of the policy record (CART-23, CART-24, CART-25, CART-26)', async () => {
    await open();
    const promises = within(screen.getByRole('list', { name: 'What we promise' })).getAllByRole('listitem');
    expect(promises.map((promise) => promise.textContent)).toEqual([
      'Free shipping over NPR 200',
      '30-day money-back guarantee',
      'Secure payments',
      '24/7 support',
    ]);
  });

  it('shows no total without the policy, and requests it again on Retry', async () => {
    keep([iphone]);
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
  it('shows that it is empty, without costs and without a link to the checkout (CART-15, CART-22, SIL-18)', async () => {
    await open([]);
    expect(screen.getByText('Your cart is empty')).toBeVisible();
    expect(['Subtotal', 'Shipping', 'Tax (8%)', 'Total'].map(figure)).toEqual([
      'NPR 0',
      'NPR 0',
      'NPR 0',
      'NPR 0',
    ]);
    expect(screen.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Clear Cart' })).toBeNull();
  });

  it('links to the unpaid order when the shopper comes to pay it again (PAY-02)', async () => {
    keep([]);
    await show({}, { unpaidOrderId: productId(9) });
    expect(await screen.findByText(/An order waits for its payment\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View this order' })).toHaveAttribute(
      'href',
      `/order?id=${productId(9)}`,
    );
  });

  it.each([null, { unpaidOrderId: '../../evil' }, { unpaidOrderId: 7 }])(
    'shows no order for the state %j',
    async (state) => {
      keep([]);
      await show({}, state);
      expect(await screen.findByText('Your cart is empty')).toBeVisible();
      expect(screen.queryByText(/waits for its payment/)).toBeNull();
    },
  );

  it.each([
    ['empty', []],
    ['filled', [iphone]],
  ])('has links to the shop when it is %s (CART-13, CART-14)', async (_, lines) => {
    await open(lines);
    expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'View Special Offers' })).toHaveAttribute(
      'href',
      '/specialoffers',
    );
  });
});

describe('the storage', () => {
  it('keeps valid lines among bad content (CONF-12)', async () => {
    await open([{ nonsense: true }, iphone]);
    expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(1);
  });

  it('reads "cart" only when "cartItems" is missing, and writes both (CART-38, CONF-12)', async () => {
    keep([galaxy], 'cart');
    await show();
    await page.user.click(
      await screen.findByRole('button', { name: 'Increase quantity of Galaxy S25 Ultra' }),
    );
    expect(kept()?.map(({ id, quantity }) => [id, quantity])).toEqual([[productId(2), 2]]);
    expect(kept('cart')).toEqual(kept());
  });

  it('follows changes of another tab', async () => {
    await open([iphone]);
    await act(async () => {
      keep([iphone, galaxy]);
      fireEvent(window, new StorageEvent('storage', { key: 'cartItems' }));
    });
    expect(screen.getByRole('button', { name: 'Remove Galaxy S25 Ultra' })).toBeVisible();
    await act(async () => {
      localStorage.clear();
      fireEvent(window, new StorageEvent('storage', { key: null }));
    });
    expect(screen.getByText('Your cart is empty')).toBeVisible();
  });

  it('keeps recent changes of another tab', async () => {
    await open([iphone]);
    keep([iphone, galaxy]);
    await page.user.click(screen.getByRole('button', { name: 'Increase quantity of iPhone 13 Pro' }));
    expect(kept()?.map(({ id, quantity }) => [id, quantity])).toEqual([
      [productId(1), 3],
      [productId(2), 1],
    ]);
  });
});

it('works without storage', async () => {
  const refuse = () => {
    throw new DOMException('No', 'SecurityError');
  };
  const spies = [
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse),
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse),
  ];
  try {
    await show();
    await waitFor(() => expect(figure('Total')).toMatch(/NPR/));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});

it('sends no cart to the server, only the check of prices (CART-45, CART-46)', async () => {
  await open([iphone, galaxy], { [checkRequest]: aCheckedCart([checkedLine(iphone), checkedLine(galaxy)]) });
  await click('Increase quantity of iPhone 13 Pro');
  await click('Remove Galaxy S25 Ultra');
  await click('Undo: put Galaxy S25 Ultra back');
  expect(page.network.requests).toEqual(['GET /api/policy', checkRequest]);
});

describe('Remove', () => {
  it('can be undone at its position', async () => {
    await open();
    await click('Remove iPhone 13 Pro');
    expect(screen.getByText('iPhone 13 Pro was removed.')).toBeVisible();
    await click('Undo: put iPhone 13 Pro back');
    expect(kept()).toEqual([iphone, galaxy]);
    expect(screen.queryByText('iPhone 13 Pro was removed.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove iPhone 13 Pro' })).toHaveFocus();
  });

  it('can be undone for the last line', async () => {
    await open([iphone]);
    await click('Remove iPhone 13 Pro');
    expect(screen.getByText('Your cart is empty')).toBeVisible();
    await click('Undo: put iPhone 13 Pro back');
    expect(kept()).toEqual([iphone]);
    expect(screen.getByRole('button', { name: 'Remove iPhone 13 Pro' })).toHaveFocus();
  });
});

describe('the promo code', () => {
  const checkRequest = 'POST /api/special-offers/check-promo';
  const applied = (more: object = {}) => ({
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
    await open([iphone, galaxy], { [checkRequest]: applied() });
    await enter('dashain10');
    expect(await screen.findByText('10% off applied')).toBeVisible();
    expect(kept()).toMatchObject([
      {
        price: 82_350,
        originalPrice: 91_500,
        promoCode: 'DASHAIN10',
        discountApplied: true,
        discountPercentage: 10,
      },
      { id: galaxy.id, price: galaxy.price, promoCode: galaxy.promoCode },
    ]);
    expect(figure('DASHAIN10')).toBe('NPR 18,300');
    expect(figure('Total Savings')).toBe('NPR 38,300');
    expect(figure('Subtotal')).toBe('NPR 309,600');
    expect(row('iPhone 13 Pro').getByText('NPR 82,350 each')).toBeVisible();
    expect(row('iPhone 13 Pro').getByText(/NPR 91,500/)).toBeVisible();
    page.unmount();
    await show();
    expect(await screen.findByText('10% off applied')).toBeVisible();
  });

  it('can be removed, which restores the prices and the focus (CART-37)', async () => {
    await open([iphone], { [checkRequest]: applied() });
    await enter('DASHAIN10');
    const chip = await screen.findByRole('button', { name: 'Remove promo code DASHAIN10' });
    expect(chip).toHaveFocus();
    await page.user.click(chip);
    expect(screen.getByRole('textbox', { name: 'Promo code' })).toHaveFocus();
    expect(kept()).toEqual([iphone]);
    expect(screen.queryByText('Active Promotions')).toBeNull();
  });

  it('shows why it does not apply, and changes nothing (SIL-14, SIL-15)', async () => {
    const refused = { applied: false, reason: 'expired', message: 'This promo code has expired.' };
    await open([iphone], { [checkRequest]: { success: true, data: refused } });
    await enter('OLD');
    expect(await screen.findByRole('alert')).toHaveTextContent('This promo code has expired.');
    expect(screen.getByRole('textbox', { name: 'Promo code' })).toHaveAccessibleDescription(
      'This promo code has expired.',
    );
    expect(kept()).toEqual([iphone]);
  });

  it('shows that it covers nothing in the cart (CART-36)', async () => {
    await open([galaxy], { [checkRequest]: applied() });
    await enter('DASHAIN10');
    expect(await screen.findByRole('alert')).toHaveTextContent(/does not apply to the products/);
  });

  it('asks for a code when empty, and handles a failing request', async () => {
    await open([iphone], { [checkRequest]: down });
    await click('Apply');
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a promo code.');
    await enter('TEN');
    expect(await screen.findByText('The code could not be checked. Please try again.')).toBeVisible();
    expect(kept()).toEqual([iphone]);
  });
});

describe('the check when the cart opens (SIL-23)', () => {
  it('lists what changed, disables the checkout, and is taken over on Accept', async () => {
    const watch = { ...iphone, id: productId(3), name: 'Galaxy Watch7', quantity: 3 };
    const buds = { ...iphone, id: productId(4), name: 'Buds 3' };
    await open([iphone, galaxy, watch, buds], {
      [checkRequest]: aCheckedCart([
        { ...checkedLine(iphone), price: 89_900, originalPrice: 89_900 },
        { ...checkedLine(galaxy), problem: 'offer-ended' },
        { ...checkedLine(watch), lowStockCount: 2, problem: 'low-stock' },
        { ...checkedLine(buds), problem: 'gone' },
      ]),
    });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'iPhone 13 Pro: price changed from NPR 91,500 to NPR 89,900',
      'Galaxy S25 Ultra: the offer has ended',
      'Galaxy Watch7: only 2 left',
      'Buds 3: no longer sold',
    ]);
    expect(row('Buds 3').getByText('No longer sold')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
    await click('Accept changes');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(kept()?.map(({ id, price, quantity }) => [id, price, quantity])).toEqual([
      [productId(1), 89_900, 2],
      [productId(3), 91_500, 2],
    ]);
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
  });

  it('is settled when the shopper removes the changed lines', async () => {
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

  it('limits quantities to the maximum of an order, and reports a line with more (L5)', async () => {
    const many = { ...galaxy, quantity: 30 };
    await open([{ ...iphone, quantity: 3 }, many], {
      [checkRequest]: aCheckedCart([
        { ...checkedLine(iphone), quantity: 3, maxQuantity: 4 },
        { ...checkedLine(many), maxQuantity: 4 },
      ]),
    });
    expect(await screen.findByText('An order takes at most 4')).toBeVisible();
    await click('Increase quantity of iPhone 13 Pro');
    expect(screen.getByRole('button', { name: 'Increase quantity of iPhone 13 Pro' })).toBeDisabled();
    await click('Accept changes');
    expect(screen.queryByText('An order takes at most 4')).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Increase quantity of/ }).at(1)).toBeDisabled();
  });

  it('reports an expired code', async () => {
    const coded = {
      ...iphone,
      price: 82_350,
      promoCode: 'TEN',
      discountApplied: true,
      discountPercentage: 10,
    };
    const promo = {
      promoCode: 'TEN',
      applied: false,
      message: 'This promo code has expired.',
      discountPercentage: 0,
    };
    await open([coded], { [checkRequest]: aCheckedCart([checkedLine(iphone)], promo) });
    expect(await screen.findByText('This promo code has expired.')).toBeVisible();
    await click('Accept changes');
    expect(kept()).toEqual([iphone]);
  });

  it('applies the code silently to a line that was added after it', async () => {
    const coded = {
      ...iphone,
      price: 82_350,
      promoCode: 'TEN',
      discountApplied: true,
      discountPercentage: 10,
    };
    const promo = { promoCode: 'TEN', applied: true, message: '', discountPercentage: 10 };
    const watch = { ...iphone, id: productId(3), name: 'Galaxy Watch7' };
    await open([coded, watch], {
      [checkRequest]: aCheckedCart([checkedLine(coded), { ...checkedLine(watch), price: 82_350 }], promo),
    });
    await waitFor(() => expect(kept()?.[1]).toMatchObject({ price: 82_350, promoCode: 'TEN' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('treats an unknown line as no longer sold', async () => {
    const { reply, bodies } = noting(json(aCheckedCart([checkedLine(galaxy)])));
    await open([{ ...iphone, id: 'from-elsewhere' }, galaxy], { [checkRequest]: reply });
    expect(await screen.findByText('No longer sold')).toBeVisible();
    expect(bodies).toMatchObject([{ products: [{ productId: productId(2) }] }]);
  });

  it.each([
    ['fails', down],
    ['is refused', problem(503, 'service-unavailable', 'No')],
    ['answers something else', json({ success: true, data: { products: 'x' } })],
  ])('keeps the cart when it %s', async (_, answer) => {
    await open([iphone], { [checkRequest]: answer });
    expect(await screen.findByText(/could not be checked just now/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
    expect(kept()).toEqual([iphone]);
  });

  it('is repeated when another tab adds a line', async () => {
    await open([iphone], { [checkRequest]: aCheckedCart([checkedLine(iphone)]) });
    page.network.answer({
      [checkRequest]: aCheckedCart([checkedLine(iphone), { ...checkedLine(galaxy), problem: 'gone' }]),
    });
    await act(async () => {
      keep([iphone, galaxy]);
      fireEvent(window, new StorageEvent('storage', { key: 'cartItems' }));
    });
    expect(await screen.findByText('No longer sold')).toBeVisible();
    expect(page.network.count(checkRequest)).toBe(2);
  });

  it('does not block the cart while in progress', async () => {
    const slow = held(json(aCheckedCart([checkedLine(iphone)])));
    await open([iphone], { [checkRequest]: slow.reply });
    await click('Increase quantity of iPhone 13 Pro');
    expect(kept()?.[0]?.quantity).toBe(3);
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
