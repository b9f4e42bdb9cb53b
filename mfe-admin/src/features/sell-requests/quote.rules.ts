import type { SellRequestAnswer } from '@kinmel/contracts';
import { numberQuestion, requestCurrency, typedAmount } from '@kinmel/contracts/browser';
import { missingNoteText, needsNote } from '../../lists/status/statuses.rules.ts';

const missingPriceText = 'Please enter the estimated price.';
const wrongPriceText = 'Please enter an amount from 0 to 1,000,000, with at most two decimals.';
const otherPriceText = 'Please say in the notes why the price is another one now.';
const notAcceptedText = 'The customer must accept another price first. Please save it as quoted.';

const maxPrice = 1_000_000;

/** The typed price in dollars. */
export const priceOf = (text: string): number => typedAmount(text, requestCurrency);

export type QuoteFields = Record<'estimatedPrice' | 'status' | 'adminNotes', string>;

/** Reports one invalid field at a time. The server repeats the check. */
export function checkQuote(
  { estimatedPrice, status, adminNotes }: QuoteFields,
  current: Pick<SellRequestAnswer, 'estimatedPrice' | 'status' | 'usualSteps'>,
): Partial<QuoteFields> {
  if (estimatedPrice.trim() === '') return { estimatedPrice: missingPriceText };
  const price = priceOf(estimatedPrice);
  if (!(price >= 0 && price <= maxPrice))
    return { estimatedPrice: numberQuestion(estimatedPrice, requestCurrency) ?? wrongPriceText };
  const isPriceChanged = typeof current.estimatedPrice === 'number' && current.estimatedPrice !== price;
  // The customer has accepted another price.
  if (isPriceChanged && (status === 'accepted' || status === 'completed')) return { status: notAcceptedText };
  if (adminNotes.trim() !== '') return {};
  if (needsNote(current, status)) return { adminNotes: missingNoteText };
  return isPriceChanged ? { adminNotes: otherPriceText } : {};
}
