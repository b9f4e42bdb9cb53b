import { confirmNewsletter, placeOrder, signUp, subscribeNewsletter } from './index.ts';

/** As much as a body may hold, written so that a pattern which may begin at every letter begins at every letter. */
const endless = `a@${'.'.repeat(99_000)}@`;

const bodies = [
  ['signUp', signUp.body, { fullName: 'Ram', email: endless, number: '1', password: 'Journey123' }],
  ['subscribeNewsletter', subscribeNewsletter.body, { email: endless }],
  ['confirmNewsletter', confirmNewsletter.body, { token: endless }],
  [
    'placeOrder',
    placeOrder.body,
    {
      customerDetails: { name: 'Ram', email: endless, phone: '1', address: '1', city: '1', zipCode: '1' },
      products: [{ productId: 'a'.repeat(24), quantity: 1 }],
      pricing: { total: 1 },
    },
  ],
] as const;

it.each(bodies)(
  '%s refuses an endless e-mail address without reading it again and again',
  (_, schema, body) => {
    const before = process.cpuUsage();
    expect(schema?.safeParse(body).success).toBe(false);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
  },
);
