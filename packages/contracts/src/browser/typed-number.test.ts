import fc from 'fast-check';
import { numberQuestion, typedMinorUnits, typedNumber } from './typed-number.ts';

it.each([
  ['50000', 50_000],
  [' 50,000 ', 50_000],
  ['1,00,000', 100_000],
  ['12,34,567.50', 1_234_567.5],
  ['1,234,567', 1_234_567],
  ['1 234 567', 1_234_567],
  ['1 234', 1_234],
  ["1'234", 1_234],
  ['50k', 50_000],
  ['1.15 lakh', 115_000],
  ['1 lakh 20 thousand', 120_000],
  ['२ लाख', 200_000],
  ['1 crore', 10_000_000],
  ['५०,०००', 50_000],
  ['५०.५', 50.5],
  ['５０，０００', 50_000],
  ['\u200E50,000\u202C', 50_000],
  ['.5', 0.5],
  ['5.', 5],
  ['-3', -3],
  ['−3', -3],
  ['0', 0],
])('reads %j as a number', (text, value) => {
  expect(typedNumber(text)).toBe(value);
  expect(numberQuestion(text)).toBeUndefined();
});

it.each([
  ['Rs. 50,000/-', 'NPR', 50_000],
  ['NPR 1 lakh', 'NPR', 100_000],
  ['रु ५००', 'NPR', 500],
  ['$310.50', 'USD', 310.5],
  ['15 %', '%', 15],
] as const)('reads %j with the sign of its unit', (text, unit, value) => {
  expect(typedNumber(text, unit)).toBe(value);
});

it.each([
  ['25,50', 'Do you mean 2550 or 25.50? Please write it like that.'],
  ['1,0', 'Do you mean 10 or 1.0? Please write it like that.'],
  ['25 50', 'Do you mean 2550 or 25.50? Please write it like that.'],
  ['1.234,56', 'Do you mean 123456 or 1234.56? Please write it like that.'],
  ['1,00,00', 'Do you mean 10000 or 100.00? Please write it like that.'],
  ['1.000.000', 'Do you mean 1000000? Please write it like that.'],
  ['1,0000', 'Do you mean 10000? Please write it like that.'],
])('asks what %j means and reads no number', (text, question) => {
  expect(typedNumber(text)).toBeNaN();
  expect(numberQuestion(text)).toBe(question);
});

it.each([
  '',
  ' ',
  'abc',
  '1e5',
  '0x10',
  '1 lakh 500',
  '20 thousand 1 lakh',
  '5 apples',
  'Infinity',
  '1-2',
  '$5',
  '--5',
])('reads no number in %j', (text) => {
  expect(typedNumber(text, 'NPR')).toBeNaN();
  expect(numberQuestion(text, 'NPR')).toBeUndefined();
});

it.each([
  ['0.29', 29],
  ['1.15', 115],
  ['49999.999', Number.NaN],
  ['1 lakh', 10_000_000],
  ['999999999.99', 99_999_999_999],
  ['1000000000', Number.NaN],
  ['25,50', Number.NaN],
])('reads the sum %j in minor units', (text, minorUnits) => {
  expect(typedMinorUnits(text)).toBe(minorUnits);
});

it('reads each sum alike in plain digits, groups of both kinds and Devanagari digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (minorUnits) => {
      for (const locale of ['en-US', 'en-IN', 'ne-NP-u-nu-deva', 'en-US-u-nu-fullwide'])
        for (const useGrouping of [true, false]) {
          const text = new Intl.NumberFormat(locale, { useGrouping, minimumFractionDigits: 2 }).format(
            minorUnits / 100,
          );
          if (typedMinorUnits(text) !== minorUnits) return false;
        }
      return true;
    }),
  );
});
