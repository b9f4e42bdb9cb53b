import type { CheckedLine } from '../../cart-answers.ts';
import { lineKey, lineOf } from '../cart.rules.ts';
import { applyPromo } from '../cart-edit.rules.ts';
import type { CartInput } from '../cart-line.ts';
import { acceptCheck, adoptPromo, type CartCheck, changeOf, promoChange } from './cart-check.rules.ts';

const offer = { id: 'o', title: 'Festival', description: '', discount: '', discountPercentage: 12 };
const line = (changes: Partial<CartInput> = {}) =>
  lineOf({ _id: 'a', name: 'Pixel 9', price: 1000, image: '', ...changes }, 1);
const claimed = line({ specialOffer: offer, price: 880, originalPrice: 1000 });
const checked = (changes: Partial<CheckedLine> = {}): CheckedLine => ({
  price: 1000,
  originalPrice: 1000,
  quantity: 1,
  maxQuantity: null,
  lowStockCount: null,
  problem: null,
  ...changes,
});
const check = (
  changes: Partial<CheckedLine>,
  { of = line(), promo = null }: { of?: ReturnType<typeof line>; promo?: CartCheck['promo'] } = {},
): CartCheck => ({ lines: { [lineKey(of)]: checked(changes) }, promo });
const ten = { code: 'TEN', applied: true, message: '', discountPercentage: 10 };
const [withTen] = applyPromo([line()], { ...ten, targetProducts: [] });
if (!withTen) throw new Error('There is a line');

describe('changes of a line (SIL-23)', () => {
  it('are none when price and stock are unchanged', () => {
    expect(changeOf(line(), check({}))).toBeUndefined();
    expect(changeOf(line(), { lines: {}, promo: null })).toBeUndefined();
  });

  it('include its old and new price, also of a claimed offer or after losing a code, or why it cannot be bought', () => {
    const change = { kind: 'price', from: 1000, to: 900 };
    expect(changeOf(line(), check({ price: 900, originalPrice: 900 }))).toEqual(change);
    expect(changeOf(claimed, check({ price: 900 }, { of: claimed }))).toEqual({ ...change, from: 880 });
    expect(changeOf(withTen, check({}, { promo: ten }))).toEqual({ kind: 'price', from: 900, to: 1000 });
    for (const problem of ['gone', 'out-of-stock', 'offer-ended'] as const)
      expect(changeOf(line(), check({ problem, price: 5 }))).toEqual({ kind: problem });
  });

  it('include low stock, until the quantity is lowered', () => {
    const two = check({ lowStockCount: 2, problem: 'low-stock', quantity: 3 });
    expect(changeOf(line({ quantity: 3 }), two)).toEqual({ kind: 'low-stock', lowStockCount: 2 });
    expect(changeOf(line({ quantity: 2 }), two)).toBeUndefined();
    const unknown = check({ problem: 'low-stock', quantity: 30 });
    expect(changeOf(line({ quantity: 30 }), unknown)).toEqual({
      kind: 'low-stock',
      lowStockCount: undefined,
    });
    expect(changeOf(line({ quantity: 29 }), unknown)).toBeUndefined();
  });

  it("include the shop's maximum quantity, and accepting lowers to it (ORD-L5)", () => {
    const twenty = check({ maxQuantity: 20, quantity: 30 });
    expect(changeOf(line({ quantity: 30 }), twenty)).toEqual({ kind: 'too-many', maxQuantity: 20 });
    expect(changeOf(line({ quantity: 20 }), twenty)).toBeUndefined();
    expect(acceptCheck([line({ quantity: 30 })], twenty)).toMatchObject([{ quantity: 20 }]);
    const two = check({ maxQuantity: 20, lowStockCount: 2 });
    expect(changeOf(line({ quantity: 30 }), two)).toEqual({ kind: 'low-stock', lowStockCount: 2 });
  });

  it('exclude the effect of the code itself, which is reported once for the code', () => {
    const expiredPromo = { ...ten, applied: false, message: 'This promo code has expired.' };
    expect(changeOf(withTen, check({}, { promo: expiredPromo }))).toBeUndefined();
    expect(promoChange([withTen], check({}, { promo: expiredPromo }))).toBe('This promo code has expired.');
    const lowerPromo = { ...ten, discountPercentage: 5 };
    expect(changeOf(withTen, check({ price: 950 }, { promo: lowerPromo }))).toBeUndefined();
    expect(promoChange([withTen], check({ price: 950 }, { promo: lowerPromo }))).toBe(
      'Promo code TEN takes off 5% now, not 10%.',
    );
    expect(promoChange([withTen], check({ price: 900 }, { promo: ten }))).toBeUndefined();
    expect(promoChange([claimed], check({}, { promo: expiredPromo }))).toBeUndefined();
  });
});

describe('accepting changes', () => {
  const accepted = (changes: Partial<CheckedLine>, of = line(), promo: CartCheck['promo'] = null) =>
    acceptCheck([of], check(changes, { of, promo }));

  it('updates the price, also that of an offer', () => {
    expect(accepted({ price: 900, originalPrice: 900 })).toMatchObject([{ price: 900, originalPrice: 900 }]);
    expect(accepted({ price: 900 }, claimed)).toMatchObject([{ price: 900, specialOffer: { id: 'o' } }]);
  });

  it('removes unavailable lines and lowers quantities to the stock', () => {
    expect(accepted({ problem: 'gone' })).toEqual([]);
    expect(accepted({ problem: 'offer-ended' }, claimed)).toEqual([]);
    expect(accepted({ lowStockCount: 2 }, line({ quantity: 5 }))).toMatchObject([{ quantity: 2 }]);
  });

  it('removes an expired code (CART-37)', () => {
    const expiredPromo = { ...ten, applied: false, message: 'No' };
    expect(accepted({}, withTen, expiredPromo)).toEqual([line()]);
  });

  it('leaves no changes', () => {
    const of = line({ quantity: 9 });
    const result = check({ price: 400, originalPrice: 500, lowStockCount: 3 }, { of, promo: ten });
    const acceptedLines = acceptCheck([of], result);
    expect(acceptedLines.map((acceptedLine) => changeOf(acceptedLine, result))).toEqual([undefined]);
  });
});

it('applies the code silently to a line that was added after it', () => {
  const other = line({ _id: 'b' });
  const bothLines: CartCheck = {
    lines: { 'a:': checked({ price: 900 }), 'b:': checked({ price: 900 }) },
    promo: ten,
  };
  expect(adoptPromo([withTen, other], bothLines)).toMatchObject([
    { id: 'a', price: 900 },
    { id: 'b', price: 900, promoCode: 'TEN' },
  ]);
  const lines = [withTen, claimed];
  expect(adoptPromo(lines, bothLines)).toBe(lines);
  const inapplicable: CartCheck = { lines: { 'b:': checked() }, promo: ten };
  expect(adoptPromo([other], inapplicable)).toEqual([other]);
});
