import { formatAmount, formatMoney, formatPrice } from './format.ts';

it.each([
  [91_500, 'NPR', 'NPR 91,500'],
  [1_234_567, 'NPR', 'NPR 1,234,567'],
  [0, 'NPR', 'NPR 0'],
  [99.5, 'NPR', 'NPR 99.50'],
  [99.999, 'NPR', 'NPR 100'],
  [-250, 'NPR', '-NPR 250'],
  [0.01, 'NPR', 'NPR 0.01'],
  [1_234_567.8, 'NPR', 'NPR 1,234,567.80'],
  [1234, 'USD', '$1,234.00'],
  [0.5, 'USD', '$0.50'],
  [-3, 'USD', '-$3.00'],
  [1_234_567.899, 'USD', '$1,234,567.90'],
] as const)('formats the price %p in %s as %p (CONF-01, SIL-20, CONST-06)', (amount, currency, text) => {
  expect(formatPrice(amount, currency)).toBe(text);
});

it('formats a sum in its currency', () => {
  expect(formatMoney({ amountInMinorUnits: 9_150_050, currency: 'NPR' })).toBe('NPR 91,500.50');
  expect(formatMoney({ amountInMinorUnits: 50, currency: 'USD' })).toBe('$0.50');
});

it('formats amounts without a currency like Intl, without loading its data', async () => {
  expect([99.5, 123_456.78, -1000].map(formatAmount)).toEqual(['99.50', '123,456.78', '-1,000']);
  const intl = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  for (let digits = 0; digits < 12; digits += 1) {
    const amount = 7 * 10 ** digits + digits;
    expect(formatAmount(amount)).toBe(intl.format(amount));
  }
  const makesOne = jest.spyOn(Intl, 'NumberFormat');
  jest.resetModules();
  const fresh = await import('./format.ts');
  fresh.formatPrice(91_500);
  expect(makesOne).not.toHaveBeenCalled();
});
