const missingPriceText = 'Please enter the estimated price.';
const wrongPriceText = 'Please enter an amount from 0 to 1,000,000, with at most two decimals.';
/** The server requires the same: another price is a new quote. */
export const otherPriceText = 'Please say in the notes why the price is another one now.';
/** The server requires the same: the customer accepted the former price only. */
export const notAcceptedText = 'Another price needs a new yes. Please save it as quoted first.';
export const isAccepted = (status: string): boolean => status === 'accepted' || status === 'completed';

const maxPrice = 1_000_000;

/** From 0 to 1,000,000 with at most two decimals. */
export function readPrice(text: string): { readonly price: number } | { readonly error: string } {
  const given = text.trim();
  if (given === '') return { error: missingPriceText };
  const price = Number(given);
  if (!/^\d{1,7}([.]\d{1,2})?$/.test(given) || price > maxPrice) return { error: wrongPriceText };
  return { price };
}
