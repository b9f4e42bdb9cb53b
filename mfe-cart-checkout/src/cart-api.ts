import { injectEndpoints, policyAnswer, reading, requestAddress } from '@kinmel/web-kit';
import { lineKey } from './cart/cart.rules.ts';
import type { CartLine } from './cart/cart-line.ts';
import type { CartCheck, CheckedLine } from './cart/check/cart-check.rules.ts';
import { type CartPolicy, readPolicy } from './cart/pricing/policy.rules.ts';
import {
  type CheckedPromo,
  type PaymentSession,
  type PlacedOrder,
  readCartCheck,
  readPaymentSession,
  readPaymentUrl,
  readPlacedOrder,
  readPromoCheck,
} from './cart-answers.rules.ts';
import { isShopId } from './shop-id.ts';

/** All that the shop needs to know of a line; the rest it knows itself (decision SIL-21). */
export interface AskedLine {
  readonly productId: string;
  readonly quantity: number;
  readonly specialOffer: { readonly id: string } | null;
}

export const askedLine = ({ id, quantity, specialOffer }: CartLine): AskedLine => ({
  productId: id,
  quantity,
  specialOffer: specialOffer ? { id: specialOffer.id } : null,
});

/** A cart to be checked. */
export interface AskedCart {
  readonly lines: readonly AskedLine[];
  readonly promoCode: string | null;
}

export const askedKey = ({ productId, specialOffer }: AskedLine) => lineKey({ id: productId, specialOffer });

const isKnowable = ({ productId, specialOffer }: AskedLine) =>
  isShopId(productId) && (!specialOffer || isShopId(specialOffer.id));
const gone: CheckedLine = {
  price: 0,
  originalPrice: 0,
  quantity: 1,
  maxQuantity: null,
  lowStockCount: null,
  problem: 'gone',
};

function readCheck(answer: unknown, { lines }: AskedCart): CartCheck | undefined {
  const asked = lines.filter(isKnowable);
  const answered = readCartCheck(answer, asked.length);
  if (!answered) return undefined;
  const checked = new Map(lines.map((line) => [line, gone]));
  for (const [index, line] of asked.entries()) checked.set(line, answered.lines[index] ?? gone);
  return {
    lines: Object.fromEntries([...checked].map(([line, result]) => [askedKey(line), result])),
    promo: answered.promo,
  };
}

/** Every request of the cart's pages. The cart itself lives in the browser only (CART-45). */
export const cartApi = injectEndpoints((build) => ({
  /** The record that shipping, tax and the four promises come from (decision CONF-06). */
  getCartPolicy: build.query<CartPolicy, void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), readPolicy),
    providesTags: ['Policy'],
  }),
  /** Today's prices and stock of a cart; asked anew whenever cart or checkout open. */
  checkCart: build.query<CartCheck, AskedCart>({
    queryFn: (cart, _api, _extra, send) => {
      // A line that no shop could know (a damaged storage) would make it refuse the whole question.
      const body = { products: cart.lines.filter(isKnowable), promoCode: cart.promoCode };
      const request = { url: '/api/checkout-orders/quote', method: 'POST', body };
      return reading(send(request), (answer) => readCheck(answer, cart));
    },
    keepUnusedDataFor: 0,
  }),
  /** Whether a promo code applies to these products (decision SIL-14). */
  checkPromo: build.mutation<CheckedPromo, { promoCode: string; productIds: readonly string[] }>({
    queryFn: ({ promoCode, productIds }, _api, _extra, send) =>
      reading(
        send({
          url: '/api/special-offers/check-promo',
          method: 'POST',
          body: { promoCode, products: productIds.map((productId) => ({ productId })) },
        }),
        readPromoCheck,
      ),
  }),
  /** Places an order. The body is text: a repeated attempt must be the same byte for byte. */
  placeOrder: build.mutation<PlacedOrder, { key: string; body: string }>({
    queryFn: ({ key, body }, _api, _extra, send) =>
      reading(
        send({
          url: '/api/checkout-orders/create',
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        }),
        readPlacedOrder,
      ),
    invalidatesTags: (order) => (order ? ['Order'] : []),
  }),
  /** What became of a card payment (API-33, API-34). */
  getPayment: build.query<PaymentSession, string>({
    queryFn: (sessionId, _api, _extra, send) =>
      reading(
        send(requestAddress({ url: '/api/payment/checkout-session', params: { sessionId } })),
        readPaymentSession,
      ),
  }),
  /** A new payment page for an own order; answers its address. */
  openPaymentPage: build.mutation<string, string>({
    queryFn: (orderId, _api, _extra, send) =>
      reading(
        send({ url: '/api/payment/checkout-session', method: 'POST', body: { orderId } }),
        readPaymentUrl,
      ),
  }),
}));

export const {
  useGetCartPolicyQuery,
  useCheckCartQuery,
  useCheckPromoMutation,
  usePlaceOrderMutation,
  useGetPaymentQuery,
  useOpenPaymentPageMutation,
} = cartApi;
