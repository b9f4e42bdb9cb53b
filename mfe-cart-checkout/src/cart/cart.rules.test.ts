import { maxOrderLines } from '@kinmel/contracts/browser';
import { aDevice, aProduct, productId } from '@kinmel/testing/samples';
import fc from 'fast-check';
import { addLine, countPieces, inputOf, lineKey, lineOf, maxPieces } from './cart.rules.ts';
import {
  applyPromo,
  promoOf,
  removeLine,
  removeOrdered,
  removeProduct,
  removePromo,
  restoreLine,
  setQuantity,
} from './cart-edit.rules.ts';
import type { CartInput, LineOffer } from './cart-line.ts';

const offer: LineOffer = {
  id: 'offer-1',
  title: 'Galaxy Festival',
  description: '',
  discount: '12% OFF',
  discountPercentage: 12,
};
const input = (id: string, changes: Partial<CartInput> = {}): CartInput => ({
  _id: id,
  name: `Phone ${id}`,
  price: 91_500,
  image: '',
  ...changes,
});
const line = (id: string, changes: Partial<CartInput> = {}) => lineOf(input(id, changes), 1000);
describe('a line', () => {
  it('has quantity 1, no offer and no promo code when added from a list (CART-43)', () => {
    expect(lineOf(inputOf(aProduct({ category: 'smartphone' })), 1000)).toEqual({
      id: productId(1),
      name: 'iPhone 13 Pro',
      price: 91_500,
      originalPrice: 91_500,
      image: '/uploads/iphone-13-pro/640.webp',
      quantity: 1,
      specialOffer: null,
      promoCode: null,
      addedAt: 1000,
      discountApplied: false,
      discountPercentage: 0,
      details: '128 GB, Sierra Blue',
    });
  });

  it('has brand, colour and category for the Galaxy range only (CART-44)', () => {
    const category = 'galaxyproducts';
    const range = { brand: 'Apple', color: 'Sierra Blue', category };
    expect(lineOf(inputOf(aProduct({ category })), 0)).toMatchObject(range);
    expect(lineOf(inputOf(aProduct({ category: 'laptop' })), 0).category).toBeUndefined();
  });

  it('of a device names its grade and battery, and has one piece after every change', () => {
    const device = lineOf({ ...inputOf(aDevice()), quantity: 3 }, 0);
    expect(device).toMatchObject({
      details: '256 GB, Graphite, grade B, battery 88%',
      isDevice: true,
      quantity: 1,
    });
    const twice = addLine([device], device);
    expect(twice).toEqual([device]);
    expect(setQuantity(twice, lineKey(device), 5)).toEqual([device]);
  });

  it('uses the selling price as its original price, regardless of an old price on a card (CONF-17)', () => {
    expect(line('a', { originalPrice: 120_000 }).originalPrice).toBe(91_500);
  });

  it('keeps the given original price for an offer (ENT-14, CONF-17)', () => {
    expect(line('a', { originalPrice: 104_000, specialOffer: offer })).toMatchObject({
      originalPrice: 104_000,
      discountApplied: true,
      discountPercentage: 12,
    });
  });
});

describe('adding', () => {
  it('raises the quantity of the line with the same product and offer (CART-27)', () => {
    const lines = addLine([line('a'), line('b')], line('a', { quantity: 2 }));
    expect(lines.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
  });

  it('adds a line when product or offer differ (CART-28, CART-29)', () => {
    const lines = addLine(addLine([line('a')], line('b')), line('a', { specialOffer: offer }));
    expect(lines.map(lineKey)).toEqual(['a:', 'b:', 'a:offer-1']);
  });

  it('keeps a full cart unchanged, but still raises quantities', () => {
    const full = Array.from({ length: maxOrderLines }, (_, index) => line(String(index)));
    expect(addLine(full, line('new'))).toBe(full);
    expect(countPieces(addLine(full, line('0')))).toBe(maxOrderLines + 1);
  });
});

describe('the quantity', () => {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('ignores %p (CART-30, CART-31)', (quantity) => {
    const lines = [line('a', { quantity: 2 })];
    expect(setQuantity(lines, 'a:', quantity)).toBe(lines);
  });

  it('changes one line only', () => {
    const lines = setQuantity([line('a'), line('a', { specialOffer: offer })], 'a:offer-1', 4);
    expect(lines.map(({ quantity }) => quantity)).toEqual([1, 4]);
  });
});

it('removes by product and offer, or by product alone (CART-32)', () => {
  const lines = [line('a'), line('a', { specialOffer: offer }), line('b')];
  expect(removeLine(lines, 'a:').map(lineKey)).toEqual(['a:offer-1', 'b:']);
  expect(removeProduct(lines, 'a').map(lineKey)).toEqual(['b:']);
});

describe('a promo code', () => {
  const ten = { code: 'TEN', discountPercentage: 10, targetProducts: [] };

  it('lowers every line without offer, and no other (CART-33, CART-34, CART-35, CART-36, ENT-17)', () => {
    const claimed = line('b', { specialOffer: offer });
    expect(applyPromo([line('a', { price: 999.99 }), claimed], ten)).toEqual([
      {
        ...line('a', { price: 999.99 }),
        price: 899.99,
        promoCode: 'TEN',
        discountApplied: true,
        discountPercentage: 10,
      },
      claimed,
    ]);
  });

  it('applies only to the products it covers (SIL-51)', () => {
    const lines = applyPromo([line('a'), line('b')], { ...ten, targetProducts: ['b'] });
    expect(lines.map(({ promoCode }) => promoCode)).toEqual([null, 'TEN']);
  });

  it('restores the cart when removed (CART-37, CONF-17)', () => {
    const lines = [line('a'), line('b', { price: 0.07 }), line('c', { specialOffer: offer })];
    expect(removePromo(applyPromo(lines, ten))).toEqual(lines);
  });

  it('never raises a price, whatever the percentage (CONF-17)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e10 }), fc.integer({ min: 0, max: 100 }), (paisa, percent) => {
        const [lowered] = applyPromo([line('a', { price: paisa / 100 })], {
          ...ten,
          discountPercentage: percent,
        });
        expect(lowered?.price).toBeLessThanOrEqual(paisa / 100);
        expect(lowered?.price).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is stored in the lines, so that it survives a reload (SIL-14)', () => {
    const claimed = line('a', { specialOffer: offer, promoCode: 'G' });
    expect(promoOf(applyPromo([claimed, line('b')], ten))).toEqual({ code: 'TEN', discountPercentage: 10 });
    expect(promoOf([claimed])).toBeUndefined();
  });
});

it('restores a removed line at its position, and not twice', () => {
  const [a, b, c] = [line('a'), line('b'), line('c')];
  expect(restoreLine([a, c], b, 1)).toEqual([a, b, c]);
  const changedLines = [a, { ...b, quantity: 3 }];
  expect(restoreLine(changedLines, b, 1)).toBe(changedLines);
});

it('removes ordered lines and keeps additions from other tabs (CART-39)', () => {
  const ordered = [line('a'), line('b', { quantity: 2 })];
  expect(removeOrdered(ordered, ordered)).toEqual([]);
  const currentLines = [line('a', { quantity: 3 }), line('b', { quantity: 2 }), line('c')];
  expect(removeOrdered(currentLines, ordered).map(({ id, quantity }) => [id, quantity])).toEqual([
    ['a', 2],
    ['c', 1],
  ]);
});

type Step = ['add', string, boolean, number] | ['set', string, number] | ['remove', string];
const quantity = fc.integer({ min: -5, max: 1200 });
const key = fc.constantFrom('a:', 'b:', 'a:offer-1');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constant('add' as const), fc.constantFrom('a', 'b', 'c'), fc.boolean(), quantity),
  fc.tuple(fc.constant('set' as const), key, quantity),
  fc.tuple(fc.constant('remove' as const), key),
);

it('has one line per product and offer with a valid quantity after any sequence of changes (CART-29, CART-30)', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const lines = steps.reduce(
        (cart, [kind, target, ...parameters]) => {
          if (kind === 'remove') return removeLine(cart, target);
          if (kind === 'set') return setQuantity(cart, target, Number(parameters[0]));
          const specialOffer = parameters[0] === true ? offer : null;
          return addLine(cart, line(target, { specialOffer, quantity: Number(parameters[1]) }));
        },
        [] as ReturnType<typeof addLine>,
      );
      expect(new Set(lines.map(lineKey)).size).toBe(lines.length);
      for (const { quantity } of lines) {
        expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= maxPieces).toBe(true);
      }
    }),
  );
});
