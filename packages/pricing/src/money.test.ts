import { fromShopCurrency, toShopCurrency } from './money.ts';

const dollars = { currency: 'USD', shopMinorUnits: 13_500 };

describe('a sum in another currency (CONF-01)', () => {
  it.each([
    [3_290_000, 24_370],
    [13_500, 100],
    [0, 0],
    [1, 0],
    [68, 1],
    [67, 0],
    [100_000_000_000, 740_740_741],
  ])('%i paisa are %i cents at NPR 135', (paisa, cents) => {
    expect(fromShopCurrency(paisa, dollars)).toEqual({ amountInMinorUnits: cents, currency: 'USD' });
  });

  it.each([
    [24_370, 3_289_950],
    [100, 13_500],
    [1, 135],
  ])('%i cents are %i paisa at NPR 135', (cents, paisa) => {
    expect(toShopCurrency(cents, dollars)).toBe(paisa);
  });

  it('of a rate that is not round is rounded once', () => {
    expect(toShopCurrency(33, { currency: 'USD', shopMinorUnits: 13_333 })).toBe(4_400);
  });
});
