import type { Product } from '@kinmel/contracts';
import fc from 'fast-check';
import {
  addLine,
  countPieces,
  inputOf,
  lineKey,
  lineOf,
  mostLines,
  mostPieces,
  removeLine,
  removeProduct,
  setQuantity,
} from './cart.rules.ts';
import type { CartInput, LineOffer } from './cart-line.ts';

const offer: LineOffer = {
  id: 'offer-1',
  title: 'Galaxy Festival',
  description: '',
  discount: 12,
  discountPercentage: 12,
};
const input = (id: string, more: Partial<CartInput> = {}): CartInput => ({
  _id: id,
  name: `Phone ${id}`,
  price: 91_500,
  image: '',
  ...more,
});
const line = (id: string, more: Partial<CartInput> = {}) => lineOf(input(id, more), 1000);
const product = (category: Product['category']): Product => ({
  _id: 'a'.repeat(24),
  id: 'a'.repeat(24),
  name: 'Galaxy S25 Ultra',
  brand: 'Samsung',
  description: '',
  price: 144_900,
  oldPrice: 164_900,
  category,
  featured: false,
  inStock: true,
  lowStockCount: null,
  image: '/uploads/abc/640.webp',
  pictures: [],
  specs: { storage: '256 GB', color: 'Titanium Gray' },
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  version: 1,
});

describe('a line', () => {
  it('has one piece, no offer and no promo code when it is added from a list (CART-43)', () => {
    expect(lineOf(inputOf(product('smartphone')), 1000)).toEqual({
      id: 'a'.repeat(24),
      name: 'Galaxy S25 Ultra',
      price: 144_900,
      originalPrice: 144_900,
      image: '/uploads/abc/640.webp',
      quantity: 1,
      specialOffer: null,
      promoCode: null,
      addedAt: 1000,
      discountApplied: false,
      discountPercentage: 0,
      details: '256 GB, Titanium Gray',
    });
  });

  it('carries brand, colour and category for the Galaxy range only (CART-44)', () => {
    expect(lineOf(inputOf(product('galaxyproducts')), 0)).toMatchObject({
      brand: 'Samsung',
      color: 'Titanium Gray',
      category: 'galaxyproducts',
    });
    expect(lineOf(inputOf(product('laptop')), 0)).not.toHaveProperty('category');
  });

  it('takes the selling price as its original price, whatever a card shows struck through (CONF-17)', () => {
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
  it('raises the pieces of the line with the same product and offer (CART-27)', () => {
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

  it('keeps a full cart as it is, but still raises what is in it', () => {
    const full = Array.from({ length: mostLines }, (_, index) => line(String(index)));
    expect(addLine(full, line('new'))).toBe(full);
    expect(countPieces(addLine(full, line('0')))).toBe(mostLines + 1);
  });
});

describe('the quantity', () => {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    '%p is ignored (CART-30, CART-31)',
    (quantity) => {
      const lines = [line('a', { quantity: 2 })];
      expect(setQuantity(lines, 'a:', quantity)).toBe(lines);
    },
  );

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

type Step = ['add', string, boolean, number] | ['set', string, number] | ['remove', string];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(
    fc.constant('add' as const),
    fc.constantFrom('a', 'b', 'c'),
    fc.boolean(),
    fc.integer({ min: -5, max: 1200 }),
  ),
  fc.tuple(
    fc.constant('set' as const),
    fc.constantFrom('a:', 'b:', 'a:offer-1'),
    fc.integer({ min: -5, max: 1200 }),
  ),
  fc.tuple(fc.constant('remove' as const), fc.constantFrom('a:', 'b:', 'a:offer-1')),
);

it('has one line for each product and offer and 1 to the most pieces, whatever is done to it (CART-29, CART-30)', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const lines = steps.reduce(
        (cart, [kind, what, ...rest]) => {
          if (kind === 'remove') return removeLine(cart, what);
          if (kind === 'set') return setQuantity(cart, what, Number(rest[0]));
          return addLine(
            cart,
            line(what, { specialOffer: rest[0] === true ? offer : null, quantity: Number(rest[1]) }),
          );
        },
        [] as ReturnType<typeof addLine>,
      );
      expect(new Set(lines.map(lineKey)).size).toBe(lines.length);
      for (const { quantity } of lines) {
        expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= mostPieces).toBe(true);
      }
    }),
  );
});
