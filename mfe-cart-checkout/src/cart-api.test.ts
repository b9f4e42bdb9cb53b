import { apiProblem } from '@kinmel/web-kit';
import { createAppStore } from '@kinmel/web-kit/host';
import { cartApi } from './cart-api.ts';

const platformFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = platformFetch;
});

it('refuses a check with fewer lines than requested', async () => {
  globalThis.fetch = async () => Response.json({ success: true, data: { products: [], promo: null } });
  const line = { productId: '0'.repeat(24), quantity: 1, specialOffer: null };
  const cart = { lines: [line], promoCode: null };
  const { error } = await createAppStore().dispatch(cartApi.endpoints.checkCart.initiate(cart));
  expect(apiProblem(error).kind).toBe('shape');
});
