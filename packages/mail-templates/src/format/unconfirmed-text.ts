/**
 * Anybody can have a mail sent to an unverified mailbox, so text typed by people must not become a link in common mail
 * programs, nor be long enough for an advert.
 */

/**
 * Letters of any script, digits and the punctuation of addresses, names and products; no invisible characters and no
 * other dots.
 */
const plainCharacters = /^[\p{L}\p{M}\p{N} ,.'’()/#&+×_–-]+$/u;

/** Patterns of plain text that mail programs turn into links. */
const linkPatterns = [
  // A host: a dot before at least two letters ("No.3" and "P.O. Box" do not match), or a Punycode name (RFC 3492).
  /\.\p{L}[\p{L}\p{M}\p{N}-]/u,
  /xn--/i,
  /www\./i,
  /\/\//,
  // An IP address or a phone number.
  /\p{Nd}\.\p{Nd}+\.\p{Nd}/u,
  /\p{Nd}(?:[ ()./-]{0,2}\p{Nd}){6}/u,
];

/** The text on one line; undefined when it contains a link or is longer than `maxLength`. */
function withoutLinks(text: string, maxLength: number): string | undefined {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length > maxLength || !plainCharacters.test(line)) return undefined;
  return linkPatterns.some((pattern) => pattern.test(line)) ? undefined : line;
}

/** Names must not contain the digits and dots that links need. */
const plainName = /^[\p{L}\p{M}'’ -]+$/u;

/** `Hello Asha Rai,`, or `Hello,` when the name is not plain. */
export function greeting(name: string): string {
  const shortName = withoutLinks(name, 40);
  return shortName !== undefined && plainName.test(shortName) ? `Hello ${shortName},` : 'Hello,';
}

/** The delivery address, or a generic phrase when it could contain a link. */
export const deliveryAddress = (text: string): string =>
  withoutLinks(text, 100) ?? 'the address of your order';

/** The subject of a request, or a generic phrase when it could contain a link. */
export const requestSubject = (text: string): string => withoutLinks(text, 100) ?? 'your phone';

/** What an alert looks for, or a generic phrase when it could contain a link. */
export const wishText = (text: string): string => withoutLinks(text, 100) ?? 'what you asked for';

/** The local part has no characters that could begin a path or a query. */
const plainMailbox = /^[\p{L}\p{M}\p{N}._+-]{1,40}@[\p{L}\p{M}\p{N}.-]{1,64}$/u;

/** An account's address. Its local part is free text where mailboxes accept suffixes ("ram+…"). */
export const accountAddress = (email: string): string => (plainMailbox.test(email) ? email : 'this mailbox');
