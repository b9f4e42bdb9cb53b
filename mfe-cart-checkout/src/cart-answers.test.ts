import { paymentPageAnswer, type SchemaOf } from '@kinmel/contracts/browser';
import { aPolicy } from '@kinmel/testing/page';
import {
  cartCheckAnswer,
  cartPolicyAnswer,
  paymentSessionAnswer,
  placedOrderAnswer,
  promoCheckAnswer,
  refusalDetails,
} from './cart-answers.ts';

const parserOf =
  <Value>(schema: SchemaOf<Value>) =>
  (answer: unknown) =>
    schema.safeParse(answer).data;
const readCartCheck = parserOf(cartCheckAnswer);
const readPaymentSession = parserOf(paymentSessionAnswer);
const readPaymentUrl = parserOf(paymentPageAnswer);
const readPlacedOrder = parserOf(placedOrderAnswer);
const readPolicy = parserOf(cartPolicyAnswer);
const readPromoCheck = parserOf(promoCheckAnswer);

const line = { price: 5, originalPrice: 6, quantity: 1, maxQuantity: 20, lowStockCount: null, problem: null };

it.each([
  ['nothing', undefined],
  ['no list', { data: { products: {} } }],
  ['a line without a price', { data: { products: [{ ...line, price: '5' }] } }],
])('refuses %s as a check of the cart', (_, answer) => {
  expect(readCartCheck(answer)).toBeUndefined();
});

it('reads a check and ignores unknown problems', () => {
  expect(readCartCheck({ data: { products: [{ ...line, problem: 'moon' }], promo: null } })?.data).toEqual({
    products: [line],
    promo: null,
  });
});

it('reads an applicable code, a refused one, and rejects anything else', () => {
  const promo = { applied: true, promoCode: 'TEN', discountPercentage: 10, targetProducts: ['a', 7] };
  expect(readPromoCheck({ data: promo })).toEqual({
    promo: { code: 'TEN', discountPercentage: 10, targetProducts: ['a'] },
  });
  expect(readPromoCheck({ data: { applied: false, reason: 'expired', message: 'It ended.' } })).toEqual({
    refusal: 'It ended.',
  });
  expect(readPromoCheck({ data: { ...promo, discountPercentage: 1000 } })).toBeUndefined();
  expect(readPromoCheck('<html>')).toBeUndefined();
});

it('accepts only web URLs for the payment page', () => {
  const order = { _id: 'a', orderNumber: 'KM-1', pricing: { total: 5 }, paymentMethod: 'card' };
  const url = 'https://pay.example/1';
  expect(readPlacedOrder({ order, payment: { url } })).toMatchObject({
    paymentPage: { url },
    isPaidOnline: true,
  });
  expect(readPlacedOrder({ order, payment: { url: 'javascript:alert(1)' } })?.paymentPage).toBeUndefined();
  expect(readPaymentUrl({ url: 'javascript:alert(1)' })).toBeUndefined();
  expect(readPlacedOrder({ order: { ...order, pricing: {} } })).toBeUndefined();
});

it('reads the specified payment session, with optional further fields (API-34, ENT-40 to ENT-42)', () => {
  const specifiedAnswer = {
    customer_details: { name: 'Aarati' },
    line_items: { data: [{ quantity: 2, description: 'iPhone', amount_total: 9_150_000 }] },
    amount_total: 9_151_500,
  };
  expect(readPaymentSession(specifiedAnswer)).toMatchObject({
    customerName: 'Aarati',
    lines: [{ quantity: 2, description: 'iPhone', amountInMinorUnits: 9_150_000 }],
    totalInMinorUnits: 9_151_500,
    status: 'paid',
  });
  expect(readPaymentSession({ ...specifiedAnswer, payment_status: 'unpaid' })?.status).toBe('unpaid');
  expect(readPaymentSession({ ...specifiedAnswer, line_items: null })).toBeUndefined();
});

it('reads the lines of a refusal and ignores other content', () => {
  const details = [{ path: 'total', message: 'It is 5 now.' }, 'x', { path: 'y' }];
  expect(refusalDetails({ status: 409, data: { details } })).toEqual([
    { path: 'total', message: 'It is 5 now.' },
  ]);
  expect(refusalDetails(undefined)).toEqual([]);
});

const answer = () => ({ success: true, data: aPolicy() });

it('reads amounts and texts from the policy record (CONF-06)', () => {
  expect(readPolicy(answer())).toEqual({
    feeInMinorUnits: 1500,
    freeAboveInMinorUnits: 20_000,
    taxPercent: 8,
    taxLabel: 'Tax (8%)',
    shippingSentence: 'Free shipping over NPR 200',
    returnsSentence: '30-day money-back guarantee',
    paymentsSentence: 'Secure payments',
    paymentMethods: ['cash_on_delivery', 'card', 'esewa', 'khalti'],
    supportSentence: '24/7 support',
  });
});

it.each(['shipping', 'tax', 'returns', 'payments', 'support'])('refuses a policy without %s', (part) => {
  const { success, data } = answer();
  expect(readPolicy({ success, data: { ...data, [part]: undefined } })).toBeUndefined();
});

it.each([null, undefined, 'x', [], { data: null }])('refuses %p', (raw) => {
  expect(readPolicy(raw)).toBeUndefined();
});
