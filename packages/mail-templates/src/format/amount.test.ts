import { amount } from './amount.ts';

it.each([
  [9_150_000, 'NPR\u00a091,500'],
  [9_150_050, 'NPR\u00a091,500.50'],
  [-400_000, '-NPR\u00a04,000'],
])('formats %i minor units like the shop: %s', (inMinorUnits, text) => {
  expect(amount(inMinorUnits)).toBe(text);
});
