import { plainIdentifier } from '@kinmel/contracts';
import { derivedKey, keyedToken } from '../identity/keyed-token.ts';

const shortestPart = 5;

export type NumberSearch = ReturnType<typeof numberSearch>;

/**
 * Finds the numbers of phones, which are stored encrypted, by keyed hashes of all their parts.
 * @param key 32 bytes, base64; after a change of the key, a record is found by parts once it is saved again
 */
export function numberSearch(key: string) {
  const partsKey = derivedKey(key, 'parts of numbers');
  // 72 bits: among the parts of some million numbers, two equal hashes are practically impossible.
  const hashOf = (part: string) => keyedToken(partsKey, part).slice(0, 12);
  return {
    /** Stored as `numberParts`. */
    partsOf: (number: string): string[] =>
      Array.from({ length: Math.max(0, number.length - shortestPart + 1) }, (_, from) =>
        Array.from({ length: number.length - shortestPart - from + 1 }, (__, more) =>
          hashOf(number.slice(from, from + shortestPart + more)),
        ),
      ).flat(),
    /** The hash of a search text; undefined when it cannot be a part of a number. */
    partTyped(typed: string): string | undefined {
      const part = plainIdentifier(typed);
      return /^(?=.*\d)[0-9A-Z]+$/.test(part) && part.length >= shortestPart ? hashOf(part) : undefined;
    },
  };
}
