import fc from 'fast-check';
import { fromMinorUnits, storableMoney, toMinorUnits } from './minor-units.ts';

describe('minor units', () => {
  it('convert back to the same price (I-6)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000_000 }),
        (amount) => toMinorUnits(fromMinorUnits(amount)) === amount,
      ),
    );
  });

  it.each([
    [91_500, 9_150_000],
    [0.07, 7],
    [1.1, 110],
    [19.99, 1999],
    [999_999_999.99, 99_999_999_999],
  ])('turn %d into %d', (price, amount) => {
    expect(toMinorUnits(price)).toBe(amount);
  });

  it.each([0.001, 10.005, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('reject the price %d', (price) => {
    expect(() => toMinorUnits(price)).toThrow(RangeError);
  });

  it.each([0.5, Number.NaN, 2 ** 60])('reject the amount %d', (amount) => {
    expect(() => fromMinorUnits(amount)).toThrow(RangeError);
  });
});

describe('a record of money', () => {
  const at = new Date('2026-11-28T10:00:00Z');
  const record = { at, refund: null, lines: [{ priceInMinorUnits: 1_080, note: undefined }] };

  it('is stored without fields that are undefined', () =>
    expect(storableMoney(record)).toStrictEqual({ at, refund: null, lines: [{ priceInMinorUnits: 1_080 }] }));

  it.each([0.5, Number.NaN, '10'])('is refused with the sum %p anywhere in it', (priceInMinorUnits) =>
    expect(() => storableMoney({ ...record, lines: [{ priceInMinorUnits }] })).toThrow(RangeError),
  );
});
