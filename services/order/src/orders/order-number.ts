import { randomInt } from 'node:crypto';

/** Crockford's letters and digits: none that is read or heard as another one. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bodyLength = 7;

/** Weighted by position and taken modulo a prime: one wrong character (but a Z for a 0) and two swapped neighbours are noticed. */
function checkCharacter(body: string): string {
  const sum = Array.from(body).reduce(
    (total, letter, index) => total + alphabet.indexOf(letter) * (index + 2),
    0,
  );
  return alphabet[sum % 31] ?? '';
}

const readable = (text: string) => `KM-${text.slice(0, 4)}-${text.slice(4)}`;

/** A new number such as `KM-7H2K-94QX` (SIL-35): by chance, so that nobody reads from it how much the shop sells. */
export function newOrderNumber(random: (below: number) => number = randomInt): string {
  const body = Array.from({ length: bodyLength }, () => alphabet[random(alphabet.length)]).join('');
  return readable(body + checkCharacter(body));
}

/** The number as the shop writes it, from whatever a person typed; undefined when it cannot be one. */
export function readOrderNumber(text: string): string | undefined {
  const letters = text
    .toUpperCase()
    .replace(/^\s*KM/, '')
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (letters.length !== bodyLength + 1 || Array.from(letters).some((letter) => !alphabet.includes(letter)))
    return undefined;
  const body = letters.slice(0, bodyLength);
  return checkCharacter(body) === letters.at(-1) ? readable(letters) : undefined;
}
