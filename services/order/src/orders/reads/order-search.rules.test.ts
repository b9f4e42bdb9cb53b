import { anOrder } from '../../testing/order-builder.ts';
import { searchTerms, termsOf } from './order-search.rules.ts';

const terms = searchTerms(anOrder());
const finds = (typed: string) =>
  termsOf(typed).every((beginning) => terms.some((term) => term.startsWith(beginning)));

it.each([
  'KM-7H2K-94QX',
  'km-7h2k',
  '7H2K',
  'km7h2k94qx',
  'sita',
  'Sharma',
  'sharma sita',
  'sita@example.com',
  'sita@',
  'example',
  '+977 984-1234567',
  '9841234567',
  '4567',
])('an order is found by %p (SIL-54)', (typed) => {
  expect(finds(typed)).toBe(true);
});

it.each(['ram', 'sita ram', 'KM-XXXX', 'ita', '4568', '(', '$', '-', '😀'])(
  'and not by %p (ACHK-08)',
  (typed) => {
    expect(finds(typed)).toBe(false);
  },
);

it('escapes patterns', () => {
  expect(termsOf('^s.*')).toEqual(['s']);
});

it('has no terms for an empty search', () => {
  expect(termsOf('   ')).toEqual([]);
});
