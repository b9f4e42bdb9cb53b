import fc from 'fast-check';
import { lineOf } from './cart.rules.ts';
import { cartTotals, lineTotal, promotionsOf } from './cart-totals.rules.ts';

const policy = { feeInMinorUnits: 1500, freeAboveInMinorUnits: 20_000, taxPercent: 8 };
const one = (price: number, quantity = 1) => ({ price, quantity });

it('charges 15 for shipping up to a subtotal of 200 and nothing above (CONST-01, CONST-02, SIL-19)', () => {
  expect(cartTotals([one(199.99)], policy).shippingInMinorUnits).toBe(1500);
  expect(cartTotals([one(100, 2)], policy).shippingInMinorUnits).toBe(1500);
  expect(cartTotals([one(200.01)], policy).shippingInMinorUnits).toBe(0);
});

it('adds 8 percent of the subtotal as tax, without shipping (CONST-03, CONF-10)', () => {
  expect(cartTotals([one(100)], policy)).toEqual({
    subtotalInMinorUnits: 10_000,
    shippingInMinorUnits: 1500,
    taxInMinorUnits: 800,
    totalInMinorUnits: 12_300,
  });
});

it('rounds the tax to two decimals before the total is summed (CONST-04, SIL-20)', () => {
  const totals = cartTotals([one(0.07)], policy);
  expect(totals.taxInMinorUnits).toBe(1);
  expect(totals.totalInMinorUnits).toBe(7 + 1500 + 1);
});

it('costs nothing at all when it is empty (SIL-18)', () => {
  expect(Object.values(cartTotals([], policy))).toEqual([0, 0, 0, 0]);
});

it('is free of the errors of binary fractions', () => {
  expect(lineTotal(one(0.1, 3))).toBe(30);
  expect(cartTotals([one(1.15, 3)], policy).subtotalInMinorUnits).toBe(345);
});

const cents = fc.integer({ min: 1, max: 100_000_000_000 });
const priced = fc.record({
  price: cents.map((amount) => amount / 100),
  quantity: fc.integer({ min: 1, max: 999 }),
});

it('always sums up: integers, total of the parts, tax within half a unit, shipping by the one limit (CONF-10)', () => {
  fc.assert(
    fc.property(fc.array(priced, { minLength: 1, maxLength: 50 }), (lines) => {
      const { subtotalInMinorUnits, shippingInMinorUnits, taxInMinorUnits, totalInMinorUnits } = cartTotals(
        lines,
        policy,
      );
      expect(subtotalInMinorUnits).toBe(lines.reduce((sum, line) => sum + lineTotal(line), 0));
      expect(totalInMinorUnits).toBe(subtotalInMinorUnits + shippingInMinorUnits + taxInMinorUnits);
      expect(Number.isSafeInteger(totalInMinorUnits)).toBe(true);
      const away = BigInt(taxInMinorUnits) * 100n - BigInt(subtotalInMinorUnits) * 8n;
      expect(away > -50n && away <= 50n).toBe(true);
      expect(shippingInMinorUnits).toBe(subtotalInMinorUnits > 20_000 ? 0 : 1500);
    }),
  );
});

it('sums the savings of each promotion over its lines and leaves out what saves nothing (CART-20, CART-21, SIL-17)', () => {
  const offer = { id: 'o', title: 'Galaxy Festival', description: '', discount: 12, discountPercentage: 12 };
  const line = (id: string, price: number, originalPrice: number, quantity: number) =>
    lineOf({ _id: id, name: id, price, originalPrice, image: '', quantity, specialOffer: offer }, 0);
  const plain = lineOf({ _id: 'c', name: 'c', price: 5, image: '' }, 0);
  expect(promotionsOf([line('a', 90, 100, 2), line('b', 40.5, 50, 1), line('d', 10, 10, 1), plain])).toEqual([
    { title: 'Galaxy Festival', savingInMinorUnits: 2950 },
  ]);
});
