import fc from 'fast-check';
import { bestOrdinals } from './best-ordinals.ts';

describe('the best ordinals', () => {
  it('are those that sorting all would put first, in the same order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }),
        fc.nat(70),
        (scores, count) => {
          const isBetter = (left: number, right: number) => {
            const difference = (scores[left] ?? 0) - (scores[right] ?? 0);
            return difference > 0 || (difference === 0 && left < right);
          };
          const ordinals = Int32Array.from(scores, (_, ordinal) => ordinal).reverse();
          const sorted = [...ordinals].sort((left, right) => (isBetter(left, right) ? -1 : 1));
          expect(bestOrdinals(ordinals, ordinals.length, count, isBetter)).toEqual(sorted.slice(0, count));
        },
      ),
    );
  });

  it('are looked for only among the first ones given', () => {
    const highestFirst = (left: number, right: number) => left > right;
    expect(bestOrdinals(Int32Array.of(3, 1, 2, 9), 3, 2, highestFirst)).toEqual([3, 2]);
  });
});
