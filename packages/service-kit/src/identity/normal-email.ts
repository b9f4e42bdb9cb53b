import { domainToUnicode } from 'node:url';

const isInternational = (domain: string) => /[^\p{ASCII}]|xn--/u.test(domain);

/**
 * Normalises an address for uniqueness: NFKC, trimmed, lower case, the domain in Unicode (UTS 46). The typed address is
 * stored beside it.
 */
export function normalEmail(email: string): string {
  const plain = email.normalize('NFKC').trim().toLowerCase();
  const at = plain.lastIndexOf('@') + 1;
  const domain = plain.slice(at);
  // An invalid domain stays unchanged.
  return at > 0 && isInternational(domain) ? plain.slice(0, at) + (domainToUnicode(domain) || domain) : plain;
}
