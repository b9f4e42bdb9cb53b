import { paymentPageAnswer } from '@kinmel/contracts/browser';
import { answer, injectEndpoints, policyAnswer, reading, requestAddress } from '@kinmel/web-kit';
import { lineKey } from './cart/cart.rules.ts';
import type { CartLine } from './cart/cart-line.ts';
import type { CartCheck } from './cart/check/cart-check.rules.ts';
import {
  type CartPolicy,
  type CheckedLine,
  cartCheckAnswer,
  cartPolicyAnswer,
  creditBalanceAnswer,
  paymentSessionAnswer,
  placedOrderAnswer,
  promoCheckAnswer,
} from './cart-answers.ts';

const shopIdForm = /^[0-9a-f]{24}$/;

/**
 * Whether a value has the form of an order, product or offer id; storage, URLs and navigation state can hold anything.
 */
export const isShopId = (value: unknown): value is string =>
  typeof value === 'string' && shopIdForm.test(value);

/** The fields of a line that order needs. */
export interface QuotedLine {
  readonly productId: string;
  readonly quantity: number;
  readonly specialOffer: { readonly id: string } | null;
}

export const quoteLine = ({ id, quantity, specialOffer }: CartLine): QuotedLine => ({
  productId: id,
  quantity,
  specialOffer: specialOffer ? { id: specialOffer.id } : null,
});

export interface QuotedCart {
  readonly lines: readonly QuotedLine[];
  readonly promoCode: string | null;
}

export const quotedLineKey = ({ productId, specialOffer }: QuotedLine) =>
  lineKey({ id: productId, specialOffer });

const hasValidIds = ({ productId, specialOffer }: QuotedLine) =>
  isShopId(productId) && (!specialOffer || isShopId(specialOffer.id));
const unavailableLine: CheckedLine = {
  price: 0,
  originalPrice: 0,
  quantity: 1,
  maxQuantity: null,
  lowStockCount: null,
  problem: 'gone',
};

function readCheck(response: unknown, { lines }: QuotedCart): CartCheck | undefined {
  const validLines = lines.filter(hasValidIds);
  const { data: { data } = {} } = cartCheckAnswer.safeParse(response);
  if (data?.products.length !== validLines.length) return undefined;
  const checkedLines = new Map(lines.map((line) => [line, unavailableLine]));
  for (const [index, line] of validLines.entries())
    checkedLines.set(line, data.products[index] ?? unavailableLine);
  return {
    lines: Object.fromEntries([...checkedLines].map(([line, result]) => [quotedLineKey(line), result])),
    promo: data.promo && {
      ...data.promo,
      code: data.promo.promoCode,
      message: data.promo.message || `Promo code ${data.promo.promoCode} is not valid any more.`,
    },
  };
}

/** A payment by its session, or by the query with which its provider sent the payer back. */
export type PaymentQuery = { readonly sessionId: string } | { readonly returned: string };

/** The requests of the cart pages. The cart itself is stored only in the browser. */
export const cartApi = injectEndpoints((build) => ({
  /** The policy record with shipping, tax and the four promises. */
  getCartPolicy: build.query<CartPolicy, void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), cartPolicyAnswer),
    providesTags: ['Policy'],
  }),
  /** Current prices and stock of a cart; requested whenever cart or checkout open. */
  checkCart: build.query<CartCheck, QuotedCart>({
    queryFn: (cart, _api, _extra, send) => {
      // An invalid line (from damaged storage) would cause the whole request to be refused.
      const body = { products: cart.lines.filter(hasValidIds), promoCode: cart.promoCode };
      const request = { url: '/api/checkout-orders/quote', method: 'POST', body };
      return reading(send(request), (response) => readCheck(response, cart));
    },
    keepUnusedDataFor: 0,
  }),
  /** Whether a promo code applies to these products. */
  checkPromo: build.mutation({
    query: ({ promoCode, productIds }: { promoCode: string; productIds: readonly string[] }) => ({
      url: '/api/special-offers/check-promo',
      method: 'POST',
      body: { promoCode, products: productIds.map((productId) => ({ productId })) },
    }),
    responseSchema: answer(promoCheckAnswer),
  }),
  /** The balance; its history is in the profile. */
  getCreditBalance: build.query({
    query: (_none: void) => '/api/credit?limit=1',
    responseSchema: answer(creditBalanceAnswer),
    keepUnusedDataFor: 0,
  }),
  /** Places an order. The body is text: a repeated attempt must be byte-identical. */
  placeOrder: build.mutation({
    query: ({ key, body }: { key: string; body: string }) => ({
      url: '/api/checkout-orders/create',
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    }),
    responseSchema: answer(placedOrderAnswer),
    invalidatesTags: (order) => (order ? ['Order'] : []),
  }),
  /** The state of an online payment. */
  getPayment: build.query({
    query: (params: PaymentQuery) => requestAddress({ url: '/api/payment/checkout-session', params }),
    responseSchema: answer(paymentSessionAnswer),
  }),
  /** Creates a new payment page of an order. */
  openPaymentPage: build.mutation({
    query: (orderId: string) => ({
      url: '/api/payment/checkout-session',
      method: 'POST',
      body: { orderId },
    }),
    responseSchema: answer(paymentPageAnswer),
  }),
}));
