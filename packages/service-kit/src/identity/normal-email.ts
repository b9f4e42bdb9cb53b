import { domainToASCII, domainToUnicode } from 'node:url';

const isInternational = (domain: string) => /[^\p{ASCII}]|xn--/u.test(domain);

function withDomain(email: string, converted: (domain: string) => string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // What cannot be converted is no domain, and stays as it is.
  return at > 0 && isInternational(domain) ? email.slice(0, at) + (converted(domain) || domain) : email;
}

/** NFKC, trimmed, lower case: all of the normal form but the writing of the domain. */
const plainForm = (email: string) => email.normalize('NFKC').trim().toLowerCase();

/**
 * The form by which an address is unique in the shop: two spellings that a mailer takes to one mailbox have one. NFKC, trimmed, lower
 * case, the domain in the letters of its language (UTS 46). What people typed is kept beside it where it is shown to them.
 */
export const normalEmail = (email: string): string => withDomain(plainForm(email), domainToUnicode);

/**
 * All forms under which an address may have been kept, the most likely first: a domain was not always converted, so that accounts
 * of before stand under the spelling of their signup. One for nearly every address.
 */
export function emailSpellings(email: string): string[] {
  const plain = plainForm(email);
  return [...new Set([plain, withDomain(plain, domainToUnicode), withDomain(plain, domainToASCII)])];
}
