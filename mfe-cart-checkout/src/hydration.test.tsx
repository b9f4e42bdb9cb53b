import { aPolicy, aProduct, hydratePage, standIns, storeSignedInUser } from '@kinmel/testing/hydration';
import { Widget } from '@kinmel/web-kit';
import { remote } from './remote.tsx';
import AddToCart from './widgets/add-to-cart.tsx';
import CartBadge from './widgets/cart-badge.tsx';

const answers = { '/api/policy': { success: true, data: aPolicy() } };
const { id, name, price, image } = aProduct();
const widgets = {
  ...standIns,
  'mfe-cart-checkout/add-to-cart': AddToCart,
  'mfe-cart-checkout/cart-badge': CartBadge,
};

/** A user with a filled cart, which only the browser has. */
function fillStorage() {
  storeSignedInUser();
  localStorage.setItem(
    'cartItems',
    JSON.stringify([{ id, name, price, image, quantity: 2, addedAt: 1_780_000_000_000 }]),
  );
}

it.each(['/cart', '/checkout', '/payment-success?session_id=cs_1', '/payment-success', '/payment-cancel'])(
  '%s hydrates without mismatch for a user with a filled cart',
  async (address) => {
    const page = await hydratePage({
      remote: 'mfe-cart-checkout',
      module: remote,
      address,
      answers,
      widgets,
      fillStorage,
    });
    expect(page.problems).toEqual([]);
  },
);

describe('server-rendered button and badge', () => {
  it('hydrate without mismatch, and the badge then shows the stored count', async () => {
    const Page = () => (
      <>
        <Widget name="mfe-cart-checkout/add-to-cart" product={aProduct()} look="card" />
        <Widget name="mfe-cart-checkout/cart-badge" />
      </>
    );
    const page = await hydratePage({
      remote: 'mfe-catalog',
      module: { contract: 1, pages: { '/': Page } },
      address: '/',
      widgets,
      fillStorage,
    });
    expect(page.problems).toEqual([]);
    expect(page.html).toContain('Add to Cart');
    expect(page.html).not.toContain('items');
    expect(page.container).toHaveTextContent('2 items');
  });
});
