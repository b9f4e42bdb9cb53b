import type { Offer, Product } from '@kinmel/contracts';
import { emptyOfferTexts } from '@kinmel/contracts/browser';
import { aDevice, aProduct } from '@kinmel/testing/page';
import { getStore } from '@kinmel/web-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { inputOf } from '../cart/cart.rules.ts';
import type { CartLine } from '../cart/cart-line.ts';
import { addToCart } from '../cart/state/cart-store.ts';
import { renderInShop } from '../testing/render-in-shop.tsx';
import AddToCart from './add-to-cart.tsx';
import AddWithOffer from './add-with-offer.tsx';
import BuyAgain from './buy-again.tsx';
import CartBadge from './cart-badge.tsx';
import MiniCart from './mini-cart.tsx';

const id = 'a'.repeat(24);
const product = (changes: Partial<Product> = {}) =>
  aProduct({ id, name: 'Pixel 9', price: 94_900, ...changes });
const add = () => screen.getByRole('button', { name: /^Add to Cart: / });
const storedCart = (key = 'cartItems') =>
  JSON.parse(localStorage.getItem(key) ?? 'null') as CartLine[] | null;
const messages = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('add-to-cart', () => {
  it.each([
    ['card', undefined],
    ['buy', undefined],
    ['row', 'Product added to cart!'],
  ] as const)(
    'adds a piece from a %s per press and shows the message of its place (CARD-10, CART-27, CART-41, CONF-14, ERR-41)',
    async (look, successText) => {
      renderInShop(<AddToCart product={product()} look={look} {...(successText && { successText })} />);
      expect(screen.getByRole('button', { name: 'Add to Cart: Pixel 9' })).toHaveTextContent(/^Add to Cart$/);
      await userEvent.click(add());
      await waitFor(() => expect(messages()[0]).toBe(successText ?? 'Added to Cart!'));
      expect(storedCart()).toMatchObject([{ id, quantity: 1, price: 94_900, originalPrice: 94_900 }]);
      expect(storedCart('cart')).toEqual(storedCart());
      await userEvent.click(add());
      expect(storedCart()?.map(({ quantity }) => quantity)).toEqual([2]);
    },
  );

  it('removes its message after two seconds (CONST-09, CONF-16)', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    renderInShop(<AddToCart product={product()} look="card" />);
    await user.click(add());
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
    renderInShop(
      <>
        <CartBadge />
        <AddToCart product={product()} look="card" />
      </>,
    );
    fireEvent.click(add());
    expect(screen.getByText('1')).toBeVisible();
    expect(screen.queryByText('Added to Cart!')).toBeNull();
    for (const frame of frames.splice(0)) frame(0);
    expect(await screen.findByText('Added to Cart!')).toBeVisible();
  });

  it('is disabled and named "Out of Stock" without stock, which the cart refuses too (CARD-11, CARD-12, CART-40, CART-42, CONF-15)', () => {
    const soldOut = product({ inStock: false });
    renderInShop(<AddToCart product={soldOut} look="card" />);
    expect(screen.getByRole('button', { name: 'Out of Stock: Pixel 9' })).toBeDisabled();
    act(() => void addToCart(soldOut));
    expect(screen.getByRole('alert')).toHaveTextContent('Product is out of stock!');
    expect(storedCart()).toBeNull();
  });
});

describe('add-to-cart of a device', () => {
  const inCart = () => screen.getByRole('button', { name: 'In your cart: iPhone 13 Pro' });

  it('adds it once, says that it is in the cart, and keeps the focus', async () => {
    renderInShop(<AddToCart product={aDevice()} look="buy" />);
    add().focus();
    await userEvent.keyboard('{Enter}');
    expect(inCart()).toHaveTextContent(/^In your cart$/);
    // A disabled button would lose the focus.
    expect(inCart()).toBeEnabled();
    expect(inCart()).toHaveFocus();
    expect(inCart()).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    expect(storedCart()).toMatchObject([{ id: aDevice().id, quantity: 1, isDevice: true }]);
  });

  it('reads the cart of an earlier visit, and still offers another device', () => {
    act(() => void addToCart({ ...inputOf(aDevice()), inStock: true }));
    const other = aDevice({ id: 'd'.repeat(24) });
    const { unmount } = renderInShop(<AddToCart product={aDevice()} look="buy" />);
    expect(inCart()).toBeVisible();
    unmount();
    renderInShop(<AddToCart product={other} look="buy" />);
    expect(add()).toBeEnabled();
  });
});

describe('add-with-offer', () => {
  const offer: Offer = {
    _id: 'f'.repeat(24),
    id: 'f'.repeat(24),
    ...emptyOfferTexts,
    title: 'Pixel Week',
    discount: '10% OFF',
    discountType: 'percentage',
    discountValue: 10,
    currency: 'NPR',
    validFrom: '2026-11-01',
    validUntil: '2026-12-01',
    category: 'Google',
    promoCode: 'PIXEL10',
    image: '',
    isActive: true,
    redemptionSteps: [],
    productDetails: { originalPrice: 94_900 },
    targetProducts: [id],
    version: 1,
  };
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Add to Cart with Offer' }));

  it('adds a separate line for product and offer, and shows a message (OFFR-09, SIL-16, CONF-13, CONF-14, ERR-41)', async () => {
    const onAdded = jest.fn();
    renderInShop(
      <>
        <AddToCart product={product()} look="card" />
        <AddWithOffer offer={offer} product={product()} onAdded={onAdded} />
      </>,
    );
    await userEvent.click(add());
    await press();
    await waitFor(() => expect(messages()[0]).toBe('Product added to cart!'));
    expect(storedCart()).toMatchObject([
      { id, price: 94_900, specialOffer: null },
      {
        id,
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
    renderInShop(<AddWithOffer offer={offer} product={product({ inStock: false })} onAdded={onAdded} />);
    await press();
    expect(screen.getByRole('alert')).toHaveTextContent('Product is out of stock!');
    expect(storedCart()).toBeNull();
    expect(onAdded).not.toHaveBeenCalled();
  });
});

describe('mini-cart', () => {
  it('shows the newest lines, the others as a count, the subtotal and the links', async () => {
    renderInShop(
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

  it('counts pieces, not lines, in the name of its link, also after a reload, and is absent for an empty cart (CART-38, SIL-13)', async () => {
    const { unmount } = renderInShop(
      <>
        {link}
        <AddToCart product={product()} look="card" />
        <AddToCart product={product({ _id: 'b'.repeat(24), name: 'Pixel 9 Pro' })} look="card" />
      </>,
    );
    expect(screen.getByRole('link', { name: 'Cart' })).toHaveTextContent(/^Cart$/);
    const [first, second] = screen.getAllByRole('button', { name: /^Add to Cart: / });
    await userEvent.click(first as HTMLElement);
    expect(screen.getByRole('link', { name: 'Cart 1 item' })).toBeVisible();
    await userEvent.click(second as HTMLElement);
    await userEvent.click(second as HTMLElement);
    expect(screen.getByRole('link', { name: 'Cart 3 items' })).toBeVisible();
    expect(within(screen.getByRole('link')).getByText('3')).toBeVisible();
    const before = getStore();
    unmount();
    renderInShop(link);
    expect(getStore()).not.toBe(before);
    expect(await screen.findByRole('link', { name: 'Cart 3 items' })).toBeVisible();
  });
});

describe('buy-again', () => {
  const orderedProduct = {
    productId: id,
    name: 'Pixel 9',
    image: '',
    price: 94_900,
    originalPrice: 94_900,
    quantity: 2,
    lineTotal: 189_800,
    promoCode: null,
    specialOffer: null,
  };

  it('adds the quantities and variants of an order at the price before a code; renders nothing without products', async () => {
    const other = 'b'.repeat(24);
    renderInShop(<AddToCart product={product({ id: other })} look="card" />);
    await userEvent.click(add());
    renderInShop(<BuyAgain products={[]} />);
    expect(screen.queryByRole('button', { name: 'Buy again' })).not.toBeInTheDocument();
    const withCode = { ...orderedProduct, details: '128 GB, Obsidian', price: 90_155, promoCode: 'WELCOME5' };
    renderInShop(<BuyAgain products={[withCode]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Buy again' }));
    expect(storedCart()).toMatchObject([
      { id: other, quantity: 1 },
      { id, quantity: 2, details: '128 GB, Obsidian', price: 94_900, originalPrice: 94_900, promoCode: null },
    ]);
  });
});
