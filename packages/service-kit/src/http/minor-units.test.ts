import fc from 'fast-check';
import { fromMinorUnits, toMinorUnits, toStorableRecord } from './minor-units.ts';

describe('minor units', () => {
  it('round-trip through a price (I-6)', () => {
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
  ])('toMinorUnits(%d) is %d', (price, amount) => {
    expect(toMinorUnits(price)).toBe(amount);
  });

  it.each([0.001, 10.005, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
    'toMinorUnits(%d) throws',
    (price) => {
      expect(() => toMinorUnits(price)).toThrow(RangeError);
    },
  );

  it.each([0.5, Number.NaN, 2 ** 60])('fromMinorUnits(%d) throws', (amount) => {
    expect(() => fromMinorUnits(amount)).toThrow(RangeError);
  });
});

describe('toStorableRecord', () => {
  const at = new Date('2026-11-28T10:00:00Z');
  const record = { at, refund: null, lines: [{ priceInMinorUnits: 1_080, note: undefined }] };

  it('drops fields that are undefined', () =>
    expect(toStorableRecord(record)).toStrictEqual({
      at,
      refund: null,
      lines: [{ priceInMinorUnits: 1_080 }],
    }));

  it.each([0.5, Number.NaN, '10'])('rejects the nested amount %p', (priceInMinorUnits) =>
    expect(() => toStorableRecord({ ...record, lines: [{ priceInMinorUnits }] })).toThrow(RangeError),
  );
});
