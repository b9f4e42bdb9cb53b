import { formatAmount, formatDate, formatPrice } from './format.ts';

describe('prices', () => {
  it.each([
    [91500, 'NPR 91,500'],
    [1234567, 'NPR 1,234,567'],
    [0, 'NPR 0'],
    [99.5, 'NPR 99.50'],
    [99.999, 'NPR 100'],
    [-250, '-NPR 250'],
    [0.01, 'NPR 0.01'],
    [1234567.8, 'NPR 1,234,567.80'],
  ])('in the shop format %p as %p (CONF-01, SIL-20, CONST-06)', (amount, text) => {
    expect(formatPrice(amount)).toBe(text);
  });

  it.each([
    [1234, '$1,234.00'],
    [0.5, '$0.50'],
    [-3, '-$3.00'],
    [1234567.899, '$1,234,567.90'],
  ])('in the back office format %p as %p (CONF-01)', (amount, text) => {
    expect(formatPrice(amount, 'USD')).toBe(text);
  });
});

describe('amounts', () => {
  it.each([
    [1000, '1,000'],
    [999, '999'],
    [99.5, '99.50'],
    [123456.78, '123,456.78'],
    [-1000, '-1,000'],
  ])('without a currency format %p as %p', (amount, text) => {
    expect(formatAmount(amount)).toBe(text);
  });

  it('match Intl, whose data is not loaded', async () => {
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
});

describe('dates', () => {
  it('are long on pages and short in tables', () => {
    expect(formatDate('2026-09-05T10:00:00.000Z', 'long')).toBe('5 September 2026');
    expect(formatDate('2026-09-05T10:00:00.000Z', 'short')).toBe('5 Sep 2026');
  });

  it('use Nepal time in every browser', () => {
    expect(formatDate('2026-12-31T20:00:00.000Z', 'long')).toBe('1 January 2027');
  });

  it('are empty without a date', () => {
    expect(formatDate('', 'short')).toBe('');
  });
});
