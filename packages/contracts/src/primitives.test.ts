import { priceSchema, reasonSchema } from './primitives.ts';

it.each([5e-324, 0, 0.001, 0.009])('%s is not a price, because it would round to zero', (price) => {
  expect(priceSchema.safeParse(price).success).toBe(false);
});

it.each([0.01, 0.1, 91_500, 1_000_000_000])('%s is a price', (price) => {
  expect(priceSchema.safeParse(price).success).toBe(true);
});

it.each([
  [2, 'Please say why.'],
  [300, undefined],
  [301, 'At most 300 characters'],
])('a reason of %s characters is refused with: %s', (length, message) => {
  expect(reasonSchema.safeParse('x'.repeat(length)).error?.issues[0]?.message).toBe(message);
});
