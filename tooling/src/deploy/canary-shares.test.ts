import { readCanaryShares } from './canary-shares.ts';

it('one share is a canary that does not change', () => {
  expect(readCanaryShares('5', undefined)).toEqual({ sharePercent: 5 });
});

it.each([
  [undefined, undefined],
  ['30m', 30],
  ['2h', 120],
  ['7d', 10_080],
])('several shares are steps, made each %s', (every, everyMinutes) => {
  const steps = everyMinutes === undefined ? { shares: [25, 100] } : { shares: [25, 100], everyMinutes };
  expect(readCanaryShares('5,25,100', every)).toEqual({ sharePercent: 5, steps });
});

it.each([
  ['0', undefined, '--canary: expected whole numbers from 1 to 100, such as 5,25,100: "0"'],
  ['101', undefined, '"101"'],
  ['5,', undefined, '""'],
  ['5,2.5', undefined, '"2.5"'],
  ['-5', undefined, '"-5"'],
  ['5 %', undefined, '"5 %"'],
  ['25,5', undefined, '--canary: the shares must rise: 5 after 25'],
  ['5,5', undefined, 'must rise: 5 after 5'],
  ['1,2,3,4,5,6,7,8,9,10,11,12', undefined, 'at most 10 steps'],
  ['5', '30m', '--every: a canary with one share has no steps'],
  ['5,100', '30', '--every: expected a time from 1m to 7d, such as 30m: "30"'],
  ['5,100', '0m', '"0m"'],
  ['5,100', '-1m', '"-1m"'],
  ['5,100', '8d', '"8d"'],
  ['5,100', 'soon', '"soon"'],
])('refuses --canary %s --every %s with the name of the option', (canary, every, message) => {
  expect(() => readCanaryShares(canary, every)).toThrow(message);
});
