import type { Order } from '../order.ts';

const words = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
const shortestNumber = 4;

/** Every end of a telephone number: people search for it with and without the country, or by its last digits. */
function endsOf(digits: string): string[] {
  return Array.from({ length: Math.max(0, digits.length - shortestNumber + 1) }, (_, from) =>
    digits.slice(from),
  );
}

/** What staff find an order by: its number, and name, e-mail address and telephone number of the buyer. */
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

/** What a person typed, as beginnings of the terms above; each of them must be found. */
export function termsOf(text: string): string[] {
  const typed = text.trim().toLowerCase().normalize('NFC');
  if (typed === '') return [];
  if (typed.startsWith('km-') || typed.includes('@')) return [typed];
  if (/^[+\d][\d\s()-]*$/.test(typed) && digitsOf(typed).length >= shortestNumber) return [digitsOf(typed)];
  const found = words(typed).slice(0, maxTerms);
  // Signs alone are in no term: nothing is found by them, rather than everything.
  return found.length > 0 ? found : [typed];
}
