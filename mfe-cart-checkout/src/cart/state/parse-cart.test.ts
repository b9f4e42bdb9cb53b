import { maxOrderLines } from '@kinmel/contracts/browser';
import fc from 'fast-check';
import { lineOf, maxPieces } from '../cart.rules.ts';
import { lineTotal, previewPrice } from '../pricing/cart-pricing.rules.ts';
import { parseCart } from './parse-cart.ts';

const validLine = lineOf({ _id: 'a', name: 'Pixel 9', price: 94_900, image: '/uploads/pixel/640.webp' }, 5);

it('reads back a written cart, with and without an offer (ENT-10 to ENT-14)', () => {
  const specialOffer = { id: 'o', title: 'T', description: 'D', discount: '5% OFF', discountPercentage: 5 };
  const lines = [
    validLine,
    { ...validLine, specialOffer, promoCode: 'T5', discountApplied: true, discountPercentage: 5 },
  ];
  expect(parseCart(JSON.parse(JSON.stringify(lines)))).toEqual(lines);
});

it.each([
  ['no object', 7],
  ['no id', { ...validLine, id: '' }],
  ['no name', { ...validLine, name: undefined }],
  ['a price of text', { ...validLine, price: '94900' }],
  ['a negative price', { ...validLine, price: -1 }],
  ['no pieces', { ...validLine, quantity: 0 }],
  ['half a piece', { ...validLine, quantity: 1.5 }],
  ['the same product again', { ...validLine, quantity: 3 }],
])('drops a line with %s and keeps the others', (_, invalidFields) => {
  const other = { ...validLine, id: 'b' };
  expect(parseCart([validLine, invalidFields, other])).toEqual([validLine, other]);
});

it.each([
  ['text', 'x'],
  ['an object', { lines: [] }],
  ['nothing', null],
])('refuses %s as a cart', (_, raw) => {
  expect(parseCart(raw)).toBeUndefined();
});

it('keeps one piece of a device, whatever was stored', () => {
  expect(parseCart([{ ...validLine, isDevice: true, quantity: 7 }])).toEqual([
    { ...validLine, isDevice: true },
  ]);
});

it.each(['https://elsewhere.example/a.webp', '//elsewhere.example/a.webp', 'javascript:alert(1)'])(
  'loads no picture from %s',
  (image) => {
    expect(parseCart([{ ...validLine, image }])?.[0]?.image).toBe('');
  },
);

it('limits lines and quantities: of 500 lines 200 are kept', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    ...validLine,
    id: String(index),
    quantity: 1e6,
  }));
  const lines = parseCart(many) ?? [];
  expect(lines).toHaveLength(maxOrderLines);
  expect(lines[0]?.quantity).toBe(maxPieces);
});

it('recomputes the price of a code, so that price and code always agree (CART-35, CART-37)', () => {
  const damagedLine = {
    ...validLine,
    price: 1,
    promoCode: 'TEN',
    discountApplied: true,
    discountPercentage: 10,
  };
  expect(parseCart([damagedLine])).toMatchObject([{ price: 85_410, originalPrice: 94_900 }]);
  expect(parseCart([{ ...validLine, originalPrice: 1 }])).toMatchObject([
    { price: 94_900, originalPrice: 94_900 },
  ]);
});

it('returns a cart with a valid sum for any content of storage', () => {
  const policy = { feeInMinorUnits: 1500, freeAboveInMinorUnits: 20_000, taxPercent: 8 };
  const damagedLine = fc.record(
    Object.fromEntries(
      Object.keys(validLine).map((key) => [
        key,
        fc.oneof(fc.anything(), fc.constant(Reflect.get(validLine, key))),
      ]),
    ),
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(damagedLine)), (raw) => {
      const lines = parseCart(raw) ?? [];
      expect(Number.isSafeInteger(previewPrice(lines, policy).totalInMinorUnits)).toBe(true);
      expect(previewPrice(lines).lines.map((line) => line.lineTotalInMinorUnits)).toEqual(
        lines.map((line) => lineTotal(line).amountInMinorUnits),
      );
      expect(parseCart(JSON.parse(JSON.stringify(lines)))).toEqual(lines);
    }),
  );
});
