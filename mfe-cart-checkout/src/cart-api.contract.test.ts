import {
  contractBetween,
  type EndpointExchange,
  endpointExchange,
  problemAnswer,
} from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { CartLine } from './cart/cart-line.ts';
import { previewPrice } from './cart/pricing/cart-pricing.rules.ts';
import { cartApi } from './cart-api.ts';
import { orderBody } from './features/checkout/placing/order-body.ts';

const { boolean, eachLike, integer, like, number, regex, string } = MatchersV3;

const order = contractBetween('mfe-cart-checkout', 'order');
const offer = contractBetween('mfe-cart-checkout', 'offer');

const productId = '25ee728f50f0dfc3eee9b45d';
const orderId = '00000000000000000000a0d1';
const key = '0123456789abcdef0123456789abcdef';
const { endpoints } = cartApi;

const signedIn = 'a customer is signed in';
const line = { productId, quantity: 1, specialOffer: null };

const lines: readonly CartLine[] = [
  {
    id: productId,
    name: 'iPhone 13 Pro',
    price: 91_500,
    originalPrice: 91_500,
    image: '',
    quantity: 1,
    specialOffer: null,
    promoCode: null,
    addedAt: 0,
    discountApplied: false,
    discountPercentage: 0,
  },
];
const orderToPlace: Parameters<typeof orderBody>[0] = {
  userId: '00000000000000000000c001',
  delivery: {
    name: 'Aarati Gurung',
    email: 'aarati@example.com',
    phone: '+977 980 555 0147',
    address: 'Kumaripati 12',
    city: 'Lalitpur',
    zipCode: '44700',
    notes: '',
  },
  lines,
  promoCode: null,
  paymentMethod: 'cash_on_delivery',
  creditInMinorUnits: 0,
  pricing: previewPrice(lines, { feeInMinorUnits: 1500, freeAboveInMinorUnits: 20_000, taxPercent: 8 }),
};
const creditInMinorUnits = 1_240_000;
const [body, bodyWithCredit] = [orderToPlace, { ...orderToPlace, creditInMinorUnits }].map(orderBody) as [
  string,
  string,
];
const placeRequestOf = (orderText: string) =>
  [
    'POST',
    '/api/checkout-orders/create',
    { headers: { 'Idempotency-Key': regex('^[0-9a-f]{32}$', key) }, body: JSON.parse(orderText) },
  ] as const;
const placeRequest = placeRequestOf(body);
const placeOrder = endpoints.placeOrder.initiate({ key, body });
const placeWithCredit = endpoints.placeOrder.initiate({ key, body: bodyWithCredit });

it.each([
  {
    title: 'reads the policy record (CONF-06)',
    given: 'the policy of the shop is in force',
    name: 'the policy for the cart',
    request: ['GET', '/api/policy'],
    answer: [
      200,
      {
        success: true,
        data: like({
          shipping: {
            feeInMinorUnits: integer(1500),
            freeAboveInMinorUnits: integer(20_000),
            sentence: string('Free shipping over NPR 200'),
          },
          tax: { percent: number(8), label: string('Tax (8%)') },
          returns: { sentence: string('30-day money-back guarantee') },
          payments: { sentence: string('Secure payments'), methods: eachLike('card') },
          support: { sentence: string('24/7 support') },
        }),
      },
    ],
    send: endpoints.getCartPolicy.initiate(),
    expected: { data: { taxPercent: 8, feeInMinorUnits: 1500 } },
  },
  {
    title: 'checks prices and stock of a cart (SIL-23)',
    given: 'the product 25ee728f50f0dfc3eee9b45d is in the shop',
    name: 'a cart to be checked',
    request: ['POST', '/api/checkout-orders/quote', { body: { products: [line], promoCode: null } }],
    answer: [
      200,
      {
        success: true,
        data: {
          products: [
            like({
              productId,
              price: number(91_500),
              originalPrice: number(91_500),
              quantity: integer(1),
              maxQuantity: integer(20),
            }),
          ],
        },
      },
    ],
    send: endpoints.checkCart.initiate({ lines: [line], promoCode: null }),
    expected: {
      data: { lines: { [`${productId}:`]: { price: 91_500, maxQuantity: 20, problem: null } } },
    },
  },
  {
    title: 'places an order with an idempotency key (API-22, ENT-25 to ENT-30)',
    given: [signedIn, 'the product 25ee728f50f0dfc3eee9b45d costs 91500'],
    name: 'an order',
    token: 'customer',
    request: placeRequest,
    answer: [
      201,
      {
        success: true,
        order: like({
          _id: regex(/^[0-9a-f]{24}$/, orderId),
          orderNumber: string('KM-7H2K-94QX'),
          pricing: { total: number(98_820) },
          paymentMethod: 'cash_on_delivery',
        }),
      },
    ],
    send: placeOrder,
    expected: { data: { orderNumber: 'KM-7H2K-94QX', total: 98_820, isPaidOnline: false } },
  },
  {
    title: 'handles changed prices, line by line (SIL-21, API-23)',
    given: [signedIn, 'the product 25ee728f50f0dfc3eee9b45d costs 89900'],
    name: 'an order at an older price',
    token: 'customer',
    request: placeRequest,
    answer: [
      409,
      {
        ...problemAnswer('price-changed', 'Prices have changed. Please review your cart.'),
        details: eachLike({ path: string('total'), message: string('97092') }),
      },
    ],
    send: placeOrder,
    expected: { problem: { status: 409, code: 'price-changed' } },
  },
  {
    title: 'reads the credit of the customer',
    given: [signedIn, 'the customer has an order and credit of NPR 12,400'],
    name: 'the balance of the credit',
    token: 'customer',
    request: ['GET', '/api/credit', { query: { limit: '1' } }],
    answer: [
      200,
      {
        success: true,
        data: { balance: { amountInMinorUnits: integer(creditInMinorUnits), currency: 'NPR' } },
      },
    ],
    send: endpoints.getCreditBalance.initiate(),
    expected: { data: creditInMinorUnits },
  },
  {
    title: 'places an order that uses credit',
    given: [
      signedIn,
      'the product 25ee728f50f0dfc3eee9b45d costs 91500',
      'the customer has an order and credit of NPR 12,400',
    ],
    name: 'an order with credit',
    token: 'customer',
    request: placeRequestOf(bodyWithCredit),
    answer: [
      201,
      {
        success: true,
        order: like({
          _id: regex(/^[0-9a-f]{24}$/, orderId),
          orderNumber: string('KM-7H2K-94QX'),
          pricing: { total: number(98_820) },
          paymentMethod: 'cash_on_delivery',
          credit: { amountInMinorUnits: integer(creditInMinorUnits), currency: 'NPR', isReturned: false },
        }),
      },
    ],
    send: placeWithCredit,
    expected: { data: { total: 98_820, creditInMinorUnits, toPay: 86_420 } },
  },
  {
    title: 'handles credit that was used meanwhile',
    given: [
      signedIn,
      'the product 25ee728f50f0dfc3eee9b45d costs 91500',
      'the customer has an order and no credit',
    ],
    name: 'an order with more credit than there is',
    token: 'customer',
    request: placeRequestOf(bodyWithCredit),
    answer: [
      409,
      {
        ...problemAnswer('not-enough-credit', 'There is credit of NPR 0.'),
        details: eachLike({
          path: regex(/^balance\..+$/, 'balance.amountInMinorUnits'),
          message: string('0'),
        }),
      },
    ],
    send: placeWithCredit,
    expected: { problem: { status: 409, code: 'not-enough-credit' } },
  },
  {
    title: 'handles a missing login (CHKO-21)',
    given: 'nobody is signed in',
    name: 'an order of nobody',
    request: placeRequest,
    answer: [401, problemAnswer('not-signed-in', 'Please sign in.')],
    send: placeOrder,
    expected: { problem: { status: 401, code: 'not-signed-in' } },
  },
  {
    title: 'reads the state of a payment (API-33, API-34, ENT-40 to ENT-42)',
    given: 'the payment session cs_paid is paid',
    name: 'a payment session',
    request: ['GET', '/api/payment/checkout-session', { query: { sessionId: 'cs_paid' } }],
    answer: [
      200,
      {
        success: true,
        customer_details: { name: string('Aarati Gurung') },
        line_items: {
          data: eachLike({
            quantity: integer(1),
            description: string('iPhone 13 Pro'),
            amount_total: integer(9_150_000),
          }),
        },
        amount_total: integer(9_882_000),
        payment_status: 'paid',
        orderId: regex(/^[0-9a-f]{24}$/, orderId),
        orderNumber: string('KM-7H2K-94QX'),
      },
    ],
    send: endpoints.getPayment.initiate({ sessionId: 'cs_paid' }),
    expected: { data: { status: 'paid', totalInMinorUnits: 9_882_000 } },
  },
  {
    title: 'requests a new payment page of an order',
    given: [signedIn, 'the order 00000000000000000000a0d1 of the customer waits for its card payment'],
    name: 'a new payment page',
    token: 'customer',
    request: ['POST', '/api/payment/checkout-session', { body: { orderId } }],
    answer: [201, { success: true, url: regex('^https?://.+', 'https://pay.example/session/1') }],
    send: endpoints.openPaymentPage.initiate(orderId),
    expected: { data: { url: 'https://pay.example/session/1' } },
  },
] satisfies (EndpointExchange & { title: string })[])('cart and checkout: $title', (row) =>
  endpointExchange(order, row),
);

it.each([
  {
    title: 'handles an applicable code (SIL-14, CART-34)',
    state: 'the offer with the code DASHAIN10 takes off 10 percent',
    name: 'a code that applies',
    code: 'DASHAIN10',
    answer: [
      200,
      {
        success: true,
        data: like({
          applied: boolean(true),
          promoCode: 'DASHAIN10',
          discountPercentage: number(10),
          targetProducts: [],
        }),
      },
    ],
    expected: { data: { promo: { code: 'DASHAIN10', discountPercentage: 10 } } },
  },
  {
    title: 'handles a code that does not apply (SIL-14)',
    state: 'no offer has the code NOPE',
    name: 'a code that nobody knows',
    code: 'NOPE',
    answer: [
      200,
      {
        success: true,
        data: { applied: false, reason: 'unknown', message: string('This promo code is not valid.') },
      },
    ],
    expected: { data: { refusal: 'This promo code is not valid.' } },
  },
] satisfies (Pick<EndpointExchange, 'name' | 'answer' | 'expected'> &
  Record<'title' | 'state' | 'code', string>)[])('the promo field: $title', ({ state, code, ...row }) =>
  endpointExchange(offer, {
    ...row,
    given: state,
    request: [
      'POST',
      '/api/special-offers/check-promo',
      { body: { promoCode: code, products: [{ productId }] } },
    ],
    send: endpoints.checkPromo.initiate({ promoCode: code, productIds: [productId] }),
  }),
);
