import { createAppStore } from '@kinmel/web-kit/host';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { lineOf } from '../../cart/cart.rules.ts';
import type { CartLine } from '../../cart/cart-line.ts';
import { answerPolicy, draw, policyAnswer } from '../../testing/draw.tsx';
import CartPage from './cart-page.tsx';

const offer = { id: 'o1', title: 'Galaxy Festival', description: '', discount: 12, discountPercentage: 12 };
const iphone = lineOf(
  {
    _id: 'p1',
    name: 'iPhone 13 Pro',
    price: 91_500,
    image: '/uploads/iphone-13/640.webp',
    quantity: 2,
    details: '128 GB, Sierra Blue',
  },
  1,
);
const galaxy = lineOf(
  {
    _id: 'p2',
    name: 'Galaxy S25 Ultra',
    price: 144_900,
    originalPrice: 164_900,
    image: '',
    specialOffer: offer,
    promoCode: 'GALAXY12',
  },
  2,
);

const keep = (lines: unknown, key = 'cartItems') => localStorage.setItem(key, JSON.stringify(lines));
const kept = (key = 'cartItems') => JSON.parse(localStorage.getItem(key) ?? 'null') as CartLine[] | null;
const row = (name: string) => {
  const found = screen.getAllByRole('listitem').find((item) => within(item).queryByRole('heading', { name }));
  if (!found) throw new Error(`No row of ${name}`);
  return within(found);
};
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const open = async (lines: unknown = [iphone, galaxy]) => {
  keep(lines);
  const page = draw(<CartPage />);
  await waitFor(() => expect(figure('Total')).toMatch(/NPR/));
  return page;
};

beforeEach(() => {
  localStorage.clear();
  answerPolicy();
});
afterEach(() => jest.restoreAllMocks());

describe('a row', () => {
  it('shows picture, name, price and line total (CART-01, CART-02, CART-07, CART-10)', async () => {
    const { container } = await open([iphone]);
    expect(container.querySelector('li img')).toHaveAttribute('src', '/uploads/iphone-13/640.webp');
    expect(row('iPhone 13 Pro').getByText('NPR 91,500 each')).toBeVisible();
    expect(row('iPhone 13 Pro').getByText('NPR 183,000')).toBeVisible();
    expect(row('iPhone 13 Pro').getByRole('link', { name: 'iPhone 13 Pro' })).toHaveAttribute(
      'href',
      '/productdetails?id=p1',
    );
  });

  it('shows the offer with its percent, title, code and the price struck through (CART-03, CART-04, CART-05, CART-07)', async () => {
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

  it('changes its quantity by minus and plus, with minus off at 1 (CART-08, CART-09, ERR-38)', async () => {
    await open([iphone]);
    await userEvent.click(
      row('iPhone 13 Pro').getByRole('button', { name: 'Increase quantity of iPhone 13 Pro' }),
    );
    expect(row('iPhone 13 Pro').getByText('NPR 274,500')).toBeVisible();
    expect(screen.getAllByRole('status')[0]).toHaveTextContent('Quantity updated');
    expect(kept()?.[0]?.quantity).toBe(3);
    const minus = row('iPhone 13 Pro').getByRole('button', { name: 'Decrease quantity of iPhone 13 Pro' });
    await userEvent.click(minus);
    await userEvent.click(minus);
    expect(minus).toBeDisabled();
    expect(kept()?.[0]?.quantity).toBe(1);
  });

  it('goes away by Remove, only that line, and hands the focus on (CART-06, CART-32, ERR-39)', async () => {
    await open([iphone, { ...iphone, specialOffer: offer }, galaxy]);
    await userEvent.click(screen.getAllByRole('button', { name: 'Remove iPhone 13 Pro' })[0] as HTMLElement);
    expect(kept()?.map(({ id, specialOffer }) => [id, specialOffer?.id])).toEqual([
      ['p1', 'o1'],
      ['p2', 'o1'],
    ]);
    expect(screen.getByRole('button', { name: 'Remove iPhone 13 Pro' })).toHaveFocus();
    expect(screen.getByText('Item removed from cart')).toBeVisible();
  });
});

describe('Clear Cart', () => {
  const ask = () => userEvent.click(screen.getByRole('button', { name: 'Clear Cart' }));

  it('asks first, counting pieces, with the focus on Cancel (CART-11, CART-12, SIL-13)', async () => {
    await open();
    await ask();
    const dialog = within(screen.getByRole('dialog', { name: 'Clear Cart' }));
    expect(
      dialog.getByText(
        'Are you sure you want to remove all 3 item(s) from your cart? This action cannot be undone.',
      ),
    ).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(kept()).toHaveLength(2);
  });

  it('empties the cart and its storage, and says so (CART-11, CART-15, ERR-40)', async () => {
    await open();
    await ask();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear Cart' }));
    expect(screen.getByText('Your cart is empty')).toBeVisible();
    expect(screen.getByText('Cart cleared')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your Shopping Cart' })).toHaveFocus();
    expect(kept()).toEqual([]);
    expect(kept('cart')).toEqual([]);
  });
});

describe('the summary', () => {
  it('shows subtotal, shipping, tax and total (CART-16, CART-17, CART-18, CART-19, CONST-01, CONST-03, CONST-04)', async () => {
    await open([{ ...iphone, price: 99.5, originalPrice: 99.5, quantity: 2 }]);
    expect(figure('Subtotal')).toBe('NPR 199');
    expect(figure('Shipping')).toBe('NPR 15');
    expect(figure('Tax (8%)')).toBe('NPR 15.92');
    expect(figure('Total')).toBe('NPR 229.92');
  });

  it('ships free above the limit (CONST-02, CONST-06)', async () => {
    await open([iphone]);
    expect(figure('Shipping')).toBe('Free');
    expect(figure('Total')).toBe('NPR 197,640');
  });

  it('shows what the promotions save, and nothing where there is none (CART-20, CART-21, SIL-17)', async () => {
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

  it('leads to the checkout', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/checkout');
  });

  it('names no total while the policy is not known, and asks again on Retry', async () => {
    jest.restoreAllMocks();
    let isUp = false;
    answerPolicy(() =>
      isUp ? Response.json(policyAnswer) : Response.json({ message: 'No' }, { status: 503 }),
    );
    keep([iphone]);
    draw(<CartPage />);
    expect(await screen.findByText('Shipping and tax could not be loaded.')).toBeVisible();
    expect(figure('Subtotal')).toBe('NPR 183,000');
    expect(figure('Total')).toBe('Not known');
    expect(screen.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(figure('Total')).toBe('NPR 197,640'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('an empty cart', () => {
  it('says so, costs nothing and does not lead to the checkout (CART-15, CART-22, SIL-18)', async () => {
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

  it.each([
    ['empty', []],
    ['filled', [iphone]],
  ])('leads on when it is %s (CART-13, CART-14)', async (_, lines) => {
    await open(lines);
    expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'View Special Offers' })).toHaveAttribute(
      'href',
      '/specialoffers',
    );
  });
});

describe('the storage', () => {
  it('survives bad content: good lines stay, and the page works (CONF-12)', async () => {
    await open([{ nonsense: true }, iphone]);
    expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(1);
  });

  it('starts empty when the key holds no JSON', async () => {
    localStorage.setItem('cartItems', '{broken');
    draw(<CartPage />);
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
  });

  it('reads "cart" only where "cartItems" is missing, and writes both (CART-38, CONF-12)', async () => {
    keep([galaxy], 'cart');
    draw(<CartPage />);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Increase quantity of Galaxy S25 Ultra' }),
    );
    expect(kept()?.map(({ id, quantity }) => [id, quantity])).toEqual([['p2', 2]]);
    expect(kept('cart')).toEqual(kept());
  });

  it('prefers "cartItems" to "cart" (CONF-12)', async () => {
    keep([galaxy], 'cart');
    await open([iphone]);
    expect(screen.getByRole('button', { name: 'Remove iPhone 13 Pro' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Galaxy S25 Ultra' })).toBeNull();
  });

  it('follows what another tab does', async () => {
    await open([iphone]);
    act(() => {
      keep([iphone, galaxy]);
      fireEvent(window, new StorageEvent('storage', { key: 'cartItems' }));
    });
    expect(screen.getByRole('button', { name: 'Remove Galaxy S25 Ultra' })).toBeVisible();
  });

  it('does not undo what another tab wrote a moment ago', async () => {
    await open([iphone]);
    keep([iphone, galaxy]);
    await userEvent.click(screen.getByRole('button', { name: 'Increase quantity of iPhone 13 Pro' }));
    expect(kept()?.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['p1', 3],
      ['p2', 1],
    ]);
  });
});

it('asks the server for nothing but the policy (CART-45, CART-46)', async () => {
  const requests = answerPolicy();
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Increase quantity of iPhone 13 Pro' }));
  expect(requests).toHaveBeenCalledTimes(1);
});

it('is titled "Your Shopping Cart" (ROUTE-18) and has nothing that axe finds fault with', async () => {
  const { container } = await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Your Shopping Cart' })).toBeVisible();
  expect(document.title).toBe('Your Shopping Cart | Kinmel');
  const { violations } = await axe.run(container, {
    rules: Object.fromEntries(
      ['region', 'color-contrast', 'label-content-name-mismatch'].map((rule) => [rule, { enabled: false }]),
    ),
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it('can be drawn on a server, without what storage knows', () => {
  keep([iphone]);
  const html = renderToString(
    <Provider store={createAppStore()}>
      <MemoryRouter>
        <CartPage />
      </MemoryRouter>
    </Provider>,
  );
  expect(html).toContain('Loading your cart');
  expect(html).not.toContain('iPhone 13 Pro');
});
