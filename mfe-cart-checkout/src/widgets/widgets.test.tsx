import type { Offer, Product } from '@kinmel/contracts';
import { getStore } from '@kinmel/web-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CartLine } from '../cart/cart-line.ts';
import { addToCart } from '../cart/state/cart-store.ts';
import { draw } from '../testing/draw.tsx';
import AddToCart from './add-to-cart.tsx';
import AddWithOffer from './add-with-offer.tsx';
import BuyAgain from './buy-again.tsx';
import CartBadge from './cart-badge.tsx';
import MiniCart from './mini-cart.tsx';

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
    'adds one piece from a %s and shows a message (CARD-10, CART-41, CONF-14)',
    async (look) => {
      draw(<AddToCart product={product()} look={look} />);
      await userEvent.click(screen.getByRole('button', { name: /^Add to Cart: / }));
      await waitFor(() => expect(messages()[0]).toBe('Added to Cart!'));
      expect(kept()).toMatchObject([
        { id: 'a'.repeat(24), quantity: 1, price: 94_900, originalPrice: 94_900 },
      ]);
      expect(kept('cart')).toEqual(kept());
    },
  );

  it('shows the text of its place (ERR-41, CONF-14)', async () => {
    draw(<AddToCart product={product()} look="row" successText="Product added to cart!" />);
    await userEvent.click(screen.getByRole('button', { name: /^Add to Cart: / }));
    await waitFor(() => expect(messages()[0]).toBe('Product added to cart!'));
  });

  it('removes its message after two seconds (CONST-09, CONF-16)', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    draw(<AddToCart product={product()} look="card" />);
    await user.click(screen.getByRole('button', { name: /^Add to Cart: / }));
    // The frame of the click, after which the message is shown.
    act(() => jest.advanceTimersByTime(20));
    act(() => jest.advanceTimersByTime(1900));
    expect(screen.getByText('Added to Cart!')).toBeVisible();
    act(() => jest.advanceTimersByTime(200));
    expect(screen.queryByText('Added to Cart!')).toBeNull();
  });

  it('updates the badge in the frame of the click, and shows the message after it', async () => {
    const frames: FrameRequestCallback[] = [];
    jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    draw(
      <>
        <CartBadge />
        <AddToCart product={product()} look="card" />
      </>,
    );
    fireEvent.click(screen.getByRole('button', { name: /^Add to Cart: / }));
    expect(screen.getByText('1')).toBeVisible();
    expect(screen.queryByText('Added to Cart!')).toBeNull();
    for (const frame of frames.splice(0)) frame(0);
    expect(await screen.findByText('Added to Cart!')).toBeVisible();
  });

  it('raises the quantity when it is added again (CART-27)', async () => {
    draw(<AddToCart product={product()} look="card" />);
    await userEvent.dblClick(screen.getByRole('button', { name: /^Add to Cart: / }));
    expect(kept()?.map(({ quantity }) => quantity)).toEqual([2]);
  });

  it('is named with its product, since a list has many of them (CARD-10)', () => {
    draw(<AddToCart product={product()} look="card" />);
    expect(screen.getByRole('button', { name: 'Add to Cart: Pixel 9' })).toHaveTextContent(/^Add to Cart$/);
  });

  it('is disabled and named "Out of Stock" without stock (CARD-11, CARD-12)', () => {
    draw(<AddToCart product={product({ inStock: false })} look="card" />);
    expect(screen.getByRole('button', { name: 'Out of Stock: Pixel 9' })).toBeDisabled();
  });

  it('refuses a product out of stock even when the button is enabled (CART-40, CART-42, CONF-15)', () => {
    draw(<CartBadge />);
    const { _id, name, price, image } = product();
    act(() => void addToCart({ _id, name, price, image, inStock: false }));
    expect(screen.getByRole('alert')).toHaveTextContent('Product is out of stock!');
    expect(kept()).toBeNull();
  });
});

describe('add-with-offer', () => {
  const offer: Offer = {
    _id: 'f'.repeat(24),
    id: 'f'.repeat(24),
    title: 'Pixel Week',
    description: '',
    discount: '10% OFF',
    discountType: 'percentage',
    discountValue: 10,
    validFrom: '2026-11-01',
    validUntil: '2026-12-01',
    category: 'Google',
    promoCode: 'PIXEL10',
    image: '',
    isActive: true,
    redemptionSteps: [],
    productDetails: { originalPrice: 94_900 },
    targetProducts: ['a'.repeat(24)],
    version: 1,
  };
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Add to Cart with Offer' }));

  it('adds a separate line for product and offer, and shows a message (OFFR-09, SIL-16, CONF-13, CONF-14, ERR-41)', async () => {
    const onAdded = jest.fn();
    draw(
      <>
        <AddToCart product={product()} look="card" />
        <AddWithOffer offer={offer} product={product()} onAdded={onAdded} />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: /^Add to Cart: / }));
    await press();
    await waitFor(() => expect(messages()[0]).toBe('Product added to cart!'));
    expect(kept()).toMatchObject([
      { id: 'a'.repeat(24), price: 94_900, specialOffer: null },
      {
        id: 'a'.repeat(24),
        name: 'Pixel 9',
        price: 85_410,
        originalPrice: 94_900,
        promoCode: 'PIXEL10',
        discountApplied: true,
        discountPercentage: 10,
        specialOffer: { id: 'f'.repeat(24), title: 'Pixel Week', discountPercentage: 10 },
      },
    ]);
    expect(onAdded).toHaveBeenCalledTimes(1);
  });

  it('refuses a product out of stock (CONF-15, CART-42)', async () => {
    const onAdded = jest.fn();
    draw(<AddWithOffer offer={offer} product={product({ inStock: false })} onAdded={onAdded} />);
    await press();
    expect(screen.getByRole('alert')).toHaveTextContent('Product is out of stock!');
    expect(kept()).toBeNull();
    expect(onAdded).not.toHaveBeenCalled();
  });
});

describe('mini-cart', () => {
  it('shows the newest lines, the rest as a count, the subtotal and the links', async () => {
    draw(
      <>
        {['a', 'b', 'c', 'd', 'e'].map((id) => (
          <AddToCart key={id} look="card" product={product({ _id: id.repeat(24), name: `Phone ${id}` })} />
        ))}
        <MiniCart />
      </>,
    );
    expect(screen.getByText('Your cart is empty')).toBeVisible();
    for (const button of screen.getAllByRole('button', { name: /^Add to Cart: / }))
      await userEvent.click(button);
    const cart = within(screen.getByRole('region', { name: 'Your cart at a glance' }));
    expect(cart.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Phone e1 pieceNPR 94,900'),
      expect.stringContaining('Phone d'),
      expect.stringContaining('Phone c'),
    ]);
    expect(cart.getByText('and 2 more')).toBeVisible();
    expect(cart.getByText('NPR 474,500')).toBeVisible();
    expect(cart.getByRole('link', { name: 'View Cart' })).toHaveAttribute('href', '/cart');
    expect(cart.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout');
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
    const [first, second] = screen.getAllByRole('button', { name: /^Add to Cart: / });
    await userEvent.click(first as HTMLElement);
    expect(screen.getByRole('link', { name: 'Cart 1 item' })).toBeVisible();
    await userEvent.click(second as HTMLElement);
    await userEvent.click(second as HTMLElement);
    expect(screen.getByRole('link', { name: 'Cart 3 items' })).toBeVisible();
    expect(within(screen.getByRole('link')).getByText('3')).toBeVisible();
  });

  it('renders nothing for an empty cart', () => {
    draw(link);
    expect(screen.getByRole('link', { name: 'Cart' })).toHaveTextContent(/^Cart$/);
  });

  it('counts products added before a reload (CART-38)', async () => {
    const { unmount } = draw(<AddToCart product={product()} look="card" />);
    await userEvent.click(screen.getByRole('button', { name: /^Add to Cart: / }));
    const before = getStore();
    unmount();
    draw(link);
    expect(getStore()).not.toBe(before);
    expect(await screen.findByRole('link', { name: 'Cart 1 item' })).toBeVisible();
  });
});

describe('buy-again', () => {
  const ordered = {
    productId: 'a'.repeat(24),
    name: 'Pixel 9',
    image: '',
    price: 94_900,
    originalPrice: 94_900,
    quantity: 2,
    lineTotal: 189_800,
    promoCode: null,
    specialOffer: null,
  };

  it('adds the quantities of an order to the cart', async () => {
    draw(<AddToCart product={product({ id: 'b'.repeat(24), _id: 'b'.repeat(24) })} look="card" />);
    await userEvent.click(screen.getByRole('button', { name: /^Add to Cart: / }));
    draw(<BuyAgain products={[ordered]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Buy again' }));
    expect(kept()?.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['b'.repeat(24), 1],
      ['a'.repeat(24), 2],
    ]);
  });

  it('distinguishes variants, and uses the price before a code', async () => {
    const byCode = { ...ordered, details: '128 GB, Obsidian', price: 90_155, promoCode: 'WELCOME5' };
    draw(<BuyAgain products={[byCode]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Buy again' }));
    expect(kept()).toMatchObject([
      { details: '128 GB, Obsidian', price: 94_900, originalPrice: 94_900, promoCode: null },
    ]);
  });

  it('renders nothing without products', () => {
    draw(<BuyAgain products={[]} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
