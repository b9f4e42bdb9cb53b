import { originalPrice, savingOf } from './pricing.rules.ts';

describe('the original price', () => {
  it.each([
    [91_500, 131_900, 131_900],
    // 1.2 times the price, with at most two decimals.
    [10_000, null, 12_000],
    [10_000, undefined, 12_000],
    [19.99, null, 23.99],
  ])('of the price %d with the old price %s is %d (ENT-05, ENT-06, CONF-18)', (price, oldPrice, original) => {
    expect(originalPrice({ price, oldPrice })).toBe(original);
  });
});

describe('the saving', () => {
  it.each([
    [91_500, 131_900, { originalPrice: 131_900, amount: 40_400, percent: 31 }],
    [85_500, 131_900, { percent: 35 }],
    [98_900, 142_900, { percent: 31 }],
    [999, 1000, { percent: 0 }],
    [1, 3, { percent: 67 }],
    // The fallback of the original price, so that a card is consistent.
    [1000, null, { originalPrice: 1200, amount: 200, percent: 17 }],
  ])('of %d instead of %s is rounded (CARD-07, CONF-18)', (price, oldPrice, saving) => {
    expect(savingOf({ price, oldPrice })).toMatchObject(saving);
  });

  it.each([91_500, 80_000])(
    'is absent when the old price %d is not greater than the price (CARD-06)',
    (oldPrice) => {
      expect(savingOf({ price: 91_500, oldPrice })).toBeUndefined();
    },
  );
});
