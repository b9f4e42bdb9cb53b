import { formatDate, formatPrice } from './format.ts';

describe('prices', () => {
  it.each([
    [91500, 'NPR 91,500'],
    [1234567, 'NPR 1,234,567'],
    [0, 'NPR 0'],
    [99.5, 'NPR 99.50'],
    [99.999, 'NPR 100'],
    [-250, '-NPR 250'],
  ])('in the shop write %p as %p (CONF-01, SIL-20, CONST-06)', (amount, text) => {
    expect(formatPrice(amount)).toBe(text);
  });

  it.each([
    [1234, '$1,234.00'],
    [0.5, '$0.50'],
    [-3, '-$3.00'],
  ])('in the back office write %p as %p (CONF-01)', (amount, text) => {
    expect(formatPrice(amount, 'USD')).toBe(text);
  });
});

describe('dates', () => {
  it('are written long on pages and short in tables', () => {
    expect(formatDate('2026-09-05T10:00:00.000Z', 'long')).toBe('5 September 2026');
    expect(formatDate('2026-09-05T10:00:00.000Z', 'short')).toBe('5 Sep 2026');
  });

  it('are those of Nepal, wherever the browser is', () => {
    expect(formatDate('2026-12-31T20:00:00.000Z', 'long')).toBe('1 January 2027');
  });

  it('are empty when the server sent none', () => {
    expect(formatDate('', 'short')).toBe('');
  });
});
