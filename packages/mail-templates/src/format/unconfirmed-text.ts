/**
 * What people say about themselves goes to a mailbox that they name, and nobody has checked whose it is. So no text of theirs may
 * become a link in a usual mail program, or be long enough for an advert.
 */

/** Letters of any script, digits, and the marks that addresses, names and products have. Nothing that is not seen, and no other kind of dot. */
const plainCharacters = /^[\p{L}\p{M}\p{N} ,.'’()/#&+×_–-]+$/u;

/** What mail programs make links of, in a text of plain characters. */
const links = [
  // A host: a dot before two letters or more ("No.3" and "P.O. Box" are none), or a name in Punycode, RFC 3492.
  /\.\p{L}[\p{L}\p{M}\p{N}-]/u,
  /xn--/i,
  /www\./i,
  /\/\//,
  // An address of a machine, and a number to call.
  /\p{Nd}\.\p{Nd}+\.\p{Nd}/u,
  /\p{Nd}(?:[ ()./-]{0,2}\p{Nd}){6}/u,
];

/** The text on one line, when it leads nowhere and has at most so many characters. */
function harmless(text: string, maxLength: number): string | undefined {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length > maxLength || !plainCharacters.test(line)) return undefined;
  return links.some((link) => link.test(line)) ? undefined : line;
}

/** No digits and dots in a name: these carry no name and much else. */
const plainName = /^[\p{L}\p{M}'’ -]+$/u;

/** `Hello Asha Rai,` or, when the name is not plainly a name, `Hello,`. */
export function greeting(name: string): string {
  const shown = harmless(name, 40);
  return shown !== undefined && plainName.test(shown) ? `Hello ${shown},` : 'Hello,';
}

/** Where an order goes, or, when that could lead somewhere, no more than that there is an address. */
export const deliveryAddress = (text: string): string => harmless(text, 100) ?? 'the address of your order';

/** What a request is about, or, when that could lead somewhere, no more than that there is a phone. */
export const requestSubject = (text: string): string => harmless(text, 100) ?? 'your phone';

/** Local part without what could begin a path or a query within it. */
const plainMailbox = /^[\p{L}\p{M}\p{N}._+-]{1,40}@[\p{L}\p{M}\p{N}.-]{1,64}$/u;

/** The address of an account. What stands before its "@" is anybody's choice where a mailbox takes additions ("ram+…"). */
export const accountAddress = (email: string): string => (plainMailbox.test(email) ? email : 'this mailbox');
