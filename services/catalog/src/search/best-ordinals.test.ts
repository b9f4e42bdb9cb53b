import fc from 'fast-check';
import { bestPlaces } from './best-places.ts';

describe('the best places', () => {
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
          const places = Int32Array.from(scores, (_, place) => place).reverse();
          const sorted = [...places].sort((left, right) => (isBetter(left, right) ? -1 : 1));
          expect(bestPlaces(places, places.length, count, isBetter)).toEqual(sorted.slice(0, count));
        },
      ),
    );
  });

  it('are looked for only among the first ones given', () => {
    const highestFirst = (left: number, right: number) => left > right;
    expect(bestPlaces(Int32Array.of(3, 1, 2, 9), 3, 2, highestFirst)).toEqual([3, 2]);
  });
});
