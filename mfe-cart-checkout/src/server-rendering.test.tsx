/** @jest-environment node */
import { aPolicy, aProduct, renderOnServer, renderPageOnServer } from '@kinmel/testing/server-rendering';
import { createAppStore, setRemoteHost } from '@kinmel/web-kit/host';
import { remote } from './remote.tsx';
import AddToCart from './widgets/add-to-cart.tsx';
import CartBadge from './widgets/cart-badge.tsx';

const answers = { '/api/policy': { success: true, data: aPolicy() } };

beforeEach(() => setRemoteHost({ registry: { schema: 1, revision: 1, remotes: {} }, load: jest.fn() }));
afterEach(() => setRemoteHost(undefined));

describe('server-rendered cart pages', () => {
  it.each(['with', 'without'])(
    'render %s the policy, without storage, clock or random values',
    async (how) => {
      const rendered = await renderPageOnServer(remote, '/cart', how === 'with' ? { answers } : {});
      expect(rendered).toMatchObject({ errors: [], reads: [] });
      expect(rendered.html).toContain('Your Shopping Cart');
      // The cart is in the browser, so until it is read it must not be shown as empty.
      expect(rendered.html).not.toContain('Your cart is empty');
      // It must not show costs either: placeholders would shift when a filled cart appears.
      expect(rendered.html).not.toMatch(/NPR 0|Subtotal|Proceed to Checkout/);
      expect(rendered.html).toContain('Order summary');
    },
  );

  it.each([
    ['/checkout', '', 'Checkout'],
    ['/payment-success', '?session_id=cs_1', 'Loading your payment'],
    ['/payment-success', '', 'Missing session ID'],
    ['/payment-cancel', '', 'Payment Canceled'],
  ])('render %s%s without data of the shopper', async (path, query, text) => {
    const rendered = await renderPageOnServer(remote, path + query, { answers });
    expect(rendered).toMatchObject({ errors: [], reads: [] });
    expect(rendered.html).toContain(text);
  });

  it('render the button without a number', async () => {
    const rendered = await renderOnServer(
      <>
        <AddToCart product={aProduct()} look="card" />
        <CartBadge />
      </>,
      { address: '/', store: createAppStore() },
    );
    expect(rendered).toMatchObject({ errors: [], reads: [] });
    expect(rendered.html).toContain('Add to Cart');
  });
});
