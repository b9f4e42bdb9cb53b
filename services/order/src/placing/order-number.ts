import { randomInt } from 'node:crypto';

/** Crockford's base 32, without letters that look or sound alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bodyLength = 7;

/** Weighted by position, modulo a prime: detects one wrong character (except Z for 0) and swapped neighbours. */
function checkCharacter(body: string): string {
  const sum = Array.from(body).reduce(
    (total, character, index) => total + alphabet.indexOf(character) * (index + 2),
    0,
  );
  return alphabet[sum % 31] ?? '';
}

/** `KM-7H2K-94QX`; random, so that it does not reveal the number of sales. */
export function newOrderNumber(random: (below: number) => number = randomInt): string {
  const body = Array.from({ length: bodyLength }, () => alphabet[random(alphabet.length)]).join('');
  const text = body + checkCharacter(body);
  return `KM-${text.slice(0, 4)}-${text.slice(4)}`;
}
