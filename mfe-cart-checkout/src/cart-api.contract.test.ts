import { contractBetween, jsonType, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
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

const problem = (code: string, message: string) => ({
  success: false,
  message: string(message),
  error: string(message),
  code,
});

const line = { productId, quantity: 1, specialOffer: null };

describe('requests of cart and checkout to order', () => {
  it('reads the policy record (CONF-06)', () =>
    order
      .addInteraction()
      .given('the policy of the shop is in force')
      .uponReceiving('the policy for the cart')
      .withRequest('GET', '/api/policy')
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: like({
            shipping: {
              feeInMinorUnits: integer(1500),
              freeAboveInMinorUnits: integer(20_000),
              sentence: string('Free shipping over NPR 200'),
            },
            tax: { percent: number(8), label: string('Tax (8%)') },
            returns: { sentence: string('30-day money-back guarantee') },
            payments: { sentence: string('Secure payments') },
            support: { sentence: string('24/7 support') },
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(endpoints.getCartPolicy.initiate());
        expect(data).toMatchObject({ taxPercent: 8, feeInMinorUnits: 1500 });
      }));

  it('checks prices and stock of a cart (SIL-23)', () =>
    order
      .addInteraction()
      .given('the product 25ee728f50f0dfc3eee9b45d is in the shop')
      .uponReceiving('a cart to be checked')
      .withRequest('POST', '/api/checkout-orders/quote', (request) =>
        request.jsonBody({ products: [line], promoCode: null }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
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
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(
          endpoints.checkCart.initiate({ lines: [line], promoCode: null }),
        );
        expect(data?.lines[`${productId}:`]).toMatchObject({ price: 91_500, maxQuantity: 20, problem: null });
      }));

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
  const body = orderBody({
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
    pricing: previewPrice(lines, { feeInMinorUnits: 1500, freeAboveInMinorUnits: 20_000, taxPercent: 8 }),
  });
  const placing = (state: string, description: string) =>
    order
      .addInteraction()
      .given('a customer is signed in')
      .given(state)
      .uponReceiving(description)
      .withRequest('POST', '/api/checkout-orders/create', (request) =>
        request
          .headers({
            'Idempotency-Key': regex('^[0-9a-f]{32}$', key),
            Authorization: regex('^Bearer .+', 'Bearer customer'),
          })
          .jsonBody(JSON.parse(body)),
      );

  it('places an order with an idempotency key (API-22, ENT-25 to ENT-30)', () =>
    placing('the product 25ee728f50f0dfc3eee9b45d costs 91500', 'an order')
      .willRespondWith(201, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          order: like({
            _id: regex(/^[0-9a-f]{24}$/, orderId),
            orderNumber: string('KM-7H2K-94QX'),
            pricing: { total: number(98_820) },
            paymentMethod: 'cash_on_delivery',
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'customer').dispatch(endpoints.placeOrder.initiate({ key, body }));
        expect(data).toMatchObject({ orderNumber: 'KM-7H2K-94QX', total: 98_820, isPaidOnline: false });
      }));

  it('handles changed prices, line by line (SIL-21, API-23)', () =>
    placing('the product 25ee728f50f0dfc3eee9b45d costs 89900', 'an order at a price of before')
      .willRespondWith(409, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          ...problem('price-changed', 'Prices have changed. Please review your cart.'),
          details: eachLike({ path: string('total'), message: string('97092') }),
        }),
      )
      .executeTest(async ({ url }) => {
        const { error } = await sendTo(url, 'customer').dispatch(
          endpoints.placeOrder.initiate({ key, body }),
        );
        expect(apiProblem(error)).toMatchObject({ status: 409, code: 'price-changed' });
      }));

  it('handles a missing login (CHKO-21)', () =>
    order
      .addInteraction()
      .given('nobody is signed in')
      .uponReceiving('an order of nobody')
      .withRequest('POST', '/api/checkout-orders/create', (request) =>
        request.headers({ 'Idempotency-Key': regex('^[0-9a-f]{32}$', key) }).jsonBody(JSON.parse(body)),
      )
      .willRespondWith(401, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody(problem('not-signed-in', 'Please sign in.')),
      )
      .executeTest(async ({ url }) => {
        const { error } = await sendTo(url).dispatch(endpoints.placeOrder.initiate({ key, body }));
        expect(apiProblem(error)).toMatchObject({ status: 401, code: 'not-signed-in' });
      }));

  it('reads the state of a payment (API-33, API-34, ENT-40 to ENT-42)', () =>
    order
      .addInteraction()
      .given('the payment session cs_paid is paid')
      .uponReceiving('a payment session')
      .withRequest('GET', '/api/payment/checkout-session', (request) =>
        request.query({ sessionId: 'cs_paid' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
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
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(endpoints.getPayment.initiate('cs_paid'));
        expect(data).toMatchObject({ status: 'paid', totalInMinorUnits: 9_882_000 });
      }));

  it('requests a new payment page of an order', () =>
    order
      .addInteraction()
      .given('a customer is signed in')
      .given('the order 00000000000000000000a0d1 of the customer waits for its card payment')
      .uponReceiving('a new payment page')
      .withRequest('POST', '/api/payment/checkout-session', (request) =>
        request.headers({ Authorization: regex('^Bearer .+', 'Bearer customer') }).jsonBody({ orderId }),
      )
      .willRespondWith(201, (answer) =>
        answer
          .headers({ 'Content-Type': jsonType })
          .jsonBody({ success: true, url: regex('^https?://.+', 'https://pay.example/session/1') }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'customer').dispatch(endpoints.openPaymentPage.initiate(orderId));
        expect(data).toBe('https://pay.example/session/1');
      }));
});

describe('requests of the promo field to offer', () => {
  const asking = (state: string, description: string, promoCode: string) =>
    offer
      .addInteraction()
      .given(state)
      .uponReceiving(description)
      .withRequest('POST', '/api/special-offers/check-promo', (request) =>
        request.jsonBody({ promoCode, products: [{ productId }] }),
      );

  it('handles an applicable code (SIL-14, CART-34)', () =>
    asking('the offer with the code DASHAIN10 takes off 10 percent', 'a code that applies', 'DASHAIN10')
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: like({
            applied: boolean(true),
            promoCode: 'DASHAIN10',
            discountPercentage: number(10),
            targetProducts: [],
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(
          endpoints.checkPromo.initiate({ promoCode: 'DASHAIN10', productIds: [productId] }),
        );
        expect(data).toMatchObject({ promo: { code: 'DASHAIN10', discountPercentage: 10 } });
      }));

  it('handles a code that does not apply (SIL-14)', () =>
    asking('no offer has the code NOPE', 'a code that nobody knows', 'NOPE')
      .willRespondWith(200, (answer) =>
        answer.headers({ 'Content-Type': jsonType }).jsonBody({
          success: true,
          data: { applied: false, reason: 'unknown', message: string('This promo code is not valid.') },
        }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url).dispatch(
          endpoints.checkPromo.initiate({ promoCode: 'NOPE', productIds: [productId] }),
        );
        expect(data).toEqual({ refusal: 'This promo code is not valid.' });
      }));
});
