import { aProduct, axeViolations, products, renderPage } from '@kinmel/testing/page';
import { act, screen, within } from '@testing-library/react';
import WishlistBadge from '../widgets/wishlist-badge.tsx';
import WishlistHeart from '../widgets/wishlist-heart.tsx';
import { heartBeatMs } from './heart.tsx';

const storedWishlist = () => JSON.parse(localStorage.getItem('wishlistItems') ?? 'null') as unknown;
const heart = (name = 'iPhone 13 Pro') => screen.getByRole('button', { name: `Add ${name} to wishlist` });

beforeEach(() => localStorage.clear());

describe('the heart', () => {
  it('adds a product with its time in this browser, then removes it, with messages (WISH-12 to WISH-16, SIL-24, ERR-42, ENT-19, ENT-20)', async () => {
    const { user, network } = await renderPage(<WishlistHeart product={aProduct()} look="card" />);
    await user.click(heart());
    expect(heart()).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('Added to Wishlist!')).toBeVisible();
    expect(storedWishlist()).toEqual([
      {
        ...aProduct(),
        addedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        addedBy: '',
      },
    ]);
    await user.click(heart());
    expect(heart()).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByText('Removed from Wishlist!')).toBeVisible();
    expect(storedWishlist()).toEqual([]);
    expect(network.requests).toEqual([]);
  });

  it.each([
    [true, 'Tell me when the price drops'],
    [false, 'Tell me when it is back'],
  ])(
    'is followed by the alert of a wished product on a card, with stock: %s',
    async (inStock, alertLabel) => {
      const product = aProduct({ inStock });
      const { user } = await renderPage(<WishlistHeart product={product} look="card" />);
      const name = `${alertLabel}: iPhone 13 Pro`;
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
      heart().focus();
      await user.keyboard('{Enter}{Tab}');
      expect(screen.getByRole('button', { name })).toHaveFocus();
      await user.keyboard('{Enter}');
      await screen.findByRole('dialog', { name: alertLabel });
      expect(await axeViolations()).toEqual([]);
      await user.click(screen.getByRole('button', { name: 'Close' }));
      await user.click(heart());
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    },
  );

  it('has no alert beside the buy button, where the page has it', async () => {
    const { user } = await renderPage(<WishlistHeart product={aProduct()} look="buy" />);
    await user.click(heart());
    expect(screen.queryByRole('button', { name: /^Tell me/ })).not.toBeInTheDocument();
  });

  it('beats for 600 ms after a press (CARD-09)', async () => {
    jest.useFakeTimers();
    try {
      await renderPage(<WishlistHeart product={aProduct()} look="card" />);
      expect(heart()).toHaveAttribute('data-beating', 'false');
      await act(async () => heart().click());
      expect(heart()).toHaveAttribute('data-beating', 'true');
      await act(async () => jest.advanceTimersByTime(heartBeatMs - 1));
      expect(heart()).toHaveAttribute('data-beating', 'true');
      await act(async () => jest.advanceTimersByTime(1));
      expect(heart()).toHaveAttribute('data-beating', 'false');
      expect(heartBeatMs).toBe(600);
    } finally {
      jest.useRealTimers();
    }
  });

  it('updates when another tab adds or removes the product', async () => {
    await renderPage(<WishlistHeart product={aProduct()} look="card" />);
    const fromOtherTab = async (items: unknown) => {
      localStorage.setItem('wishlistItems', JSON.stringify(items));
      await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: 'wishlistItems' })));
    };
    await fromOtherTab([aProduct()]);
    expect(heart()).toHaveAttribute('aria-pressed', 'true');
    await fromOtherTab([]);
    expect(heart()).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('the wishlist badge', () => {
  it('counts products in the name of its link, and is absent for an empty list (SIL-13, NAV-03)', async () => {
    const [first, second] = products(2);
    const { user } = await renderPage(
      <>
        {first ? <WishlistHeart product={first} look="card" /> : null}
        {second ? <WishlistHeart product={second} look="card" /> : null}
        <a href="/wishlist">
          Wishlist
          <WishlistBadge />
        </a>
      </>,
    );
    const link = screen.getByRole('link');
    expect(link).toHaveAccessibleName('Wishlist');
    await user.click(heart('Phone 1'));
    expect(link).toHaveAccessibleName('Wishlist 1 product');
    await user.click(heart('Phone 2'));
    expect(link).toHaveAccessibleName('Wishlist 2 products');
    expect(within(link).getByText('2')).toBeVisible();
  });
});
