import type { Product } from '@kinmel/contracts';
import { getStore } from '@kinmel/web-kit';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CartLine } from '../cart/cart-line.ts';
import { addToCart } from '../cart/cart-store.ts';
import { draw } from '../testing/draw.tsx';
import AddToCart from './add-to-cart.tsx';
import CartBadge from './cart-badge.tsx';

const product = (more: Partial<Product> = {}): Product => ({
  _id: 'a'.repeat(24),
  id: 'a'.repeat(24),
  name: 'Pixel 9',
  brand: 'Google',
  description: '',
  price: 94_900,
  oldPrice: null,
  category: 'smartphone',
  featured: false,
  inStock: true,
  lowStockCount: null,
  image: '/uploads/pixel-9/640.webp',
  pictures: [],
  specs: {},
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  version: 1,
  ...more,
});
const kept = (key = 'cartItems') => JSON.parse(localStorage.getItem(key) ?? 'null') as CartLine[] | null;
const messages = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('add-to-cart', () => {
  it.each(['card', 'buy', 'row'] as const)(
    'adds one piece from a %s and says so (CARD-10, CART-41, CONF-14)',
    async (look) => {
      draw(<AddToCart product={product()} look={look} />);
      await userEvent.click(screen.getByRole('button', { name: 'Add to Cart' }));
      expect(messages()[0]).toBe('Added to Cart!');
      expect(kept()).toMatchObject([
        { id: 'a'.repeat(24), quantity: 1, price: 94_900, originalPrice: 94_900 },
      ]);
      expect(kept('cart')).toEqual(kept());
    },
  );

  it('says the text of its place (ERR-41, CONF-14)', async () => {
    draw(<AddToCart product={product()} look="row" successText="Product added to cart!" />);
    await userEvent.click(screen.getByRole('button', { name: 'Add to Cart' }));
    expect(messages()[0]).toBe('Product added to cart!');
  });

  it('takes its message away after two seconds (CONST-09, CONF-16)', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    draw(<AddToCart product={product()} look="card" />);
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    act(() => jest.advanceTimersByTime(1900));
    expect(screen.getByText('Added to Cart!')).toBeVisible();
    act(() => jest.advanceTimersByTime(200));
    expect(screen.queryByText('Added to Cart!')).toBeNull();
  });

  it('raises the quantity when it is added again (CART-27)', async () => {
    draw(<AddToCart product={product()} look="card" />);
    await userEvent.dblClick(screen.getByRole('button', { name: 'Add to Cart' }));
    expect(kept()?.map(({ quantity }) => quantity)).toEqual([2]);
  });

  it('is off and called "Out of Stock" when there is none (CARD-11, CARD-12)', () => {
    draw(<AddToCart product={product({ inStock: false })} look="card" />);
    expect(screen.getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
  });

  it('refuses what is not in stock even where a button let it through (CART-40, CART-42, CONF-15)', () => {
    draw(<CartBadge />);
    const { _id, name, price, image } = product();
    act(() => void addToCart({ _id, name, price, image, inStock: false }));
    expect(screen.getByRole('alert')).toHaveTextContent('Product is out of stock!');
    expect(kept()).toBeNull();
  });
});

describe('cart-badge', () => {
  const link = (
    <a href="/cart">
      Cart <CartBadge />
    </a>
  );

  it('counts pieces, not lines, and is part of the name of its link (SIL-13)', async () => {
    draw(
      <>
        {link}
        <AddToCart product={product()} look="card" />
        <AddToCart product={product({ _id: 'b'.repeat(24), name: 'Pixel 9 Pro' })} look="card" />
      </>,
    );
    const [first, second] = screen.getAllByRole('button', { name: 'Add to Cart' });
    await userEvent.click(first as HTMLElement);
    expect(screen.getByRole('link', { name: 'Cart 1 item' })).toBeVisible();
    await userEvent.click(second as HTMLElement);
    await userEvent.click(second as HTMLElement);
    expect(screen.getByRole('link', { name: 'Cart 3 items' })).toBeVisible();
    expect(within(screen.getByRole('link')).getByText('3')).toBeVisible();
  });

  it('shows nothing for an empty cart', () => {
    draw(link);
    expect(screen.getByRole('link', { name: 'Cart' })).toHaveTextContent(/^Cart$/);
  });

  it('knows after a reload what was added before it (CART-38)', async () => {
    const { unmount } = draw(<AddToCart product={product()} look="card" />);
    await userEvent.click(screen.getByRole('button', { name: 'Add to Cart' }));
    const before = getStore();
    unmount();
    draw(link);
    expect(getStore()).not.toBe(before);
    expect(await screen.findByRole('link', { name: 'Cart 1 item' })).toBeVisible();
  });
});
