import fc from 'fast-check';
import { closestPhrases, typosToBeginning } from './closest-phrases.rules.ts';

const phrases = ['airpods', 'galaxy', 'galaxy s25', 'iphone', 'iphone 15', 'iphone 16', 'pixel', 'samsung'];
const closestTo = (typed: string) =>
  closestPhrases(
    typed,
    phrases.map((key) => ({ key })),
  ).map(({ key }) => key);

describe('the phrases closest to what was typed', () => {
  it.each([
    ['galxy', ['galaxy', 'galaxy s25']],
    ['glaxy', ['galaxy', 'galaxy s25']],
    ['galaxxy s2', ['galaxy s25']],
    ['samsng', ['samsung']],
    ['iphnoe 16', ['iphone 16']],
    ['pixle', ['pixel']],
  ])('to %j are %j (SIL-09)', (typed, expected) => {
    expect(closestTo(typed)).toEqual(expected);
  });

  it('are never those of another model number', () => {
    expect(closestTo('iphone 17')).toEqual([]);
    expect(closestTo('galaxy s24')).toEqual([]);
  });

  it.each(['', 'gax', 'zzzzqqqq', 'a'.repeat(100), '(a+)+$'])('are none for %j', (typed) => {
    expect(closestTo(typed)).toEqual([]);
  });

  it('are as many mistakes away as letters were left out, and none from their own beginning', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', ' '),
      minLength: 4,
      maxLength: 12,
    });
    fc.assert(
      fc.property(word, fc.nat(20), fc.nat(20), (phrase, end, gap) => {
        const beginning = phrase.slice(0, 1 + (end % phrase.length));
        expect(typosToBeginning(beginning, phrase, 2)).toBe(0);
        const position = gap % phrase.length;
        const typed = phrase.slice(0, position) + phrase.slice(position + 1);
        expect(typosToBeginning(typed, phrase, 2)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
