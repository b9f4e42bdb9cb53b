import type { Order } from '../order.ts';

const words = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
const shortestNumber = 4;

/** Every suffix of a phone number: it is searched with and without country code, or by its last digits. */
function endsOf(digits: string): string[] {
  return Array.from({ length: Math.max(0, digits.length - shortestNumber + 1) }, (_, from) =>
    digits.slice(from),
  );
}

/** Order number, name, e-mail address and phone number. */
export function searchTerms({
  orderNumber,
  customerDetails,
}: Pick<Order, 'orderNumber' | 'customerDetails'>): string[] {
  const { name, email, phone } = customerDetails;
  return [
    ...new Set([
      orderNumber.toLowerCase(),
      ...words(orderNumber).filter((word) => word !== 'km'),
      orderNumber.toLowerCase().replaceAll('-', ''),
      ...words(name),
      email.toLowerCase(),
      ...words(email),
      ...endsOf(digitsOf(phone)),
    ]),
  ].filter(Boolean);
}

const maxTerms = 6;

/** The typed text as prefixes of search terms, all of which must match. */
export function termsOf(text: string): string[] {
  const typed = text.trim().toLowerCase().normalize('NFC');
  if (typed === '') return [];
  if (typed.startsWith('km-') || typed.includes('@')) return [typed];
  if (/^[+\d][\d\s()-]*$/.test(typed) && digitsOf(typed).length >= shortestNumber) return [digitsOf(typed)];
  const found = words(typed).slice(0, maxTerms);
  // Punctuation alone matches nothing instead of everything.
  return found.length > 0 ? found : [typed];
}
