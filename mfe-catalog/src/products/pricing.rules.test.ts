import { originalPrice, savingOf } from './pricing.rules.ts';

describe('the original price', () => {
  it('is the old price of the product (ENT-05)', () => {
    expect(originalPrice({ price: 91_500, oldPrice: 131_900 })).toBe(131_900);
  });

  it.each([null, undefined])(
    'is 1.2 times the price when the old price is %s (ENT-06, CONF-18)',
    (oldPrice) => {
      expect(originalPrice({ price: 10_000, oldPrice })).toBe(12_000);
    },
  );

  it('has at most two decimals (ENT-06)', () => {
    expect(originalPrice({ price: 19.99, oldPrice: null })).toBe(23.99);
  });
});

describe('the saving', () => {
  it.each([
    [91_500, 131_900, 31],
    [85_500, 131_900, 35],
    [98_900, 142_900, 31],
    [999, 1000, 0],
    [1, 3, 67],
  ])('of %d instead of %d is %d percent, rounded (CARD-07)', (price, oldPrice, percent) => {
    expect(savingOf({ price, oldPrice })?.percent).toBe(percent);
  });

  it('is the difference to the struck-through price', () => {
    expect(savingOf({ price: 91_500, oldPrice: 131_900 })).toEqual({
      originalPrice: 131_900,
      amount: 40_400,
      percent: 31,
    });
  });

  it.each([91_500, 80_000])(
    'is absent when the old price %d is not greater than the price (CARD-06)',
    (oldPrice) => {
      expect(savingOf({ price: 91_500, oldPrice })).toBeUndefined();
    },
  );

  it('uses the fallback without an old price, so that a card is consistent (CONF-18)', () => {
    expect(savingOf({ price: 1000, oldPrice: null })).toEqual({
      originalPrice: 1200,
      amount: 200,
      percent: 17,
    });
  });
});
