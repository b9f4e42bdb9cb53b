import { domainToUnicode } from 'node:url';

const isInternational = (domain: string) => /[^\p{ASCII}]|xn--/u.test(domain);

/**
 * The form in which an address is unique: NFKC, trimmed, lower case, the domain in Unicode (UTS 46). The address as
 * typed is stored beside it.
 */
export function normalEmail(email: string): string {
  const plain = email.normalize('NFKC').trim().toLowerCase();
  const at = plain.lastIndexOf('@') + 1;
  const domain = plain.slice(at);
  // An invalid domain stays unchanged.
  return at > 0 && isInternational(domain) ? plain.slice(0, at) + (domainToUnicode(domain) || domain) : plain;
}
