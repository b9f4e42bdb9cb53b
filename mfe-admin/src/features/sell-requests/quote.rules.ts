/** ASELL-32. */
const missingPriceText = 'Please enter the estimated price.';
/** ASELL-33, F-11. */
const wrongPriceText = 'Please enter an amount from 0 to 1,000,000, with at most two decimals.';
/** The server asks the same: another price is a new quote. */
export const otherPriceText = 'Please say in the notes why the price is another one now.';
/** The same: a yes to the price of before does not count for another one. */
export const newYesText = 'Another price needs a new yes. Please save it as quoted first.';
export const standsOnYes = (status: string): boolean => status === 'accepted' || status === 'completed';

const largestPrice = 1_000_000;

/** Reads the price of a quote: a number of at least 0 in steps of a cent. */
export function readPrice(text: string): { readonly price: number } | { readonly error: string } {
  const given = text.trim();
  if (given === '') return { error: missingPriceText };
  const price = Number(given);
  if (!/^\d{1,7}([.]\d{1,2})?$/.test(given) || price > largestPrice) return { error: wrongPriceText };
  return { price };
}
