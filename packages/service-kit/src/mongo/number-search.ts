import { plainIdentifier } from '@kinmel/contracts';
import { derivedKey, keyedToken } from '../identity/keyed-token.ts';
import type { PersonalHashes } from '../personal-data/personal-data.ts';

const minPartLength = 5;

export type NumberSearch = ReturnType<typeof numberSearch>;

function partHasher(key: string) {
  const partsKey = derivedKey(key, 'parts of numbers');
  // 72 bits: among the parts of some million numbers, two equal hashes are practically impossible.
  return (part: string) => keyedToken(partsKey, part).slice(0, 12);
}

/**
 * Finds the numbers of phones, which are stored encrypted, by keyed hashes of all their parts.
 * @param key 32 bytes, base64
 * @param hashes where personal data is sealed, they replace the key, which then only finds numbers stored before
 */
export function numberSearch(key: string, hashes?: PersonalHashes) {
  const hashers = [...(hashes?.isKeyed ? [hashes.hashOf] : []), partHasher(key)] as const;
  const [hashOf] = hashers;
  return {
    /** Stored as `numberParts`. */
    partsOf: (number: string): string[] =>
      Array.from({ length: Math.max(0, number.length - minPartLength + 1) }, (_, from) =>
        Array.from({ length: number.length - minPartLength - from + 1 }, (__, extra) =>
          hashOf(number.slice(from, from + minPartLength + extra)),
        ),
      ).flat(),
    /** The hashes of a search text; undefined when it cannot be a part of a number. */
    partsTyped(text: string): readonly string[] | undefined {
      const part = plainIdentifier(text);
      const isPart = /^(?=.*\d)[0-9A-Z]+$/.test(part) && part.length >= minPartLength;
      return isPart ? hashers.map((hash) => hash(part)) : undefined;
    },
  };
}
