import { domainToASCII, domainToUnicode } from 'node:url';

const isInternational = (domain: string) => /[^\p{ASCII}]|xn--/u.test(domain);

function withDomain(email: string, converted: (domain: string) => string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // An invalid domain stays unchanged.
  return at > 0 && isInternational(domain) ? email.slice(0, at) + (converted(domain) || domain) : email;
}

/** NFKC, trimmed, lower case. */
const plainForm = (email: string) => email.normalize('NFKC').trim().toLowerCase();

/**
 * The form in which an address is unique: NFKC, trimmed, lower case, the domain in Unicode (UTS 46). The address as
 * typed is stored beside it.
 */
export const normalEmail = (email: string): string => withDomain(plainForm(email), domainToUnicode);

/** All spellings under which an address may be stored, the most likely first. */
export function emailSpellings(email: string): string[] {
  const plain = plainForm(email);
  return [...new Set([plain, withDomain(plain, domainToUnicode), withDomain(plain, domainToASCII)])];
}
