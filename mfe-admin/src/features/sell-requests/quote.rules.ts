import type { SellRequestAnswer } from '@kinmel/contracts';
import { missingNoteText, needsNote } from '../../lists/status/statuses.rules.ts';

const missingPriceText = 'Please enter the estimated price.';
const wrongPriceText = 'Please enter an amount from 0 to 1,000,000, with at most two decimals.';
const otherPriceText = 'Please say in the notes why the price is another one now.';
const notAcceptedText = 'The customer must accept another price first. Please save it as quoted.';

const maxPrice = 1_000_000;

export interface QuoteFields extends Record<string, string> {
  estimatedPrice: string;
  status: string;
  adminNotes: string;
}

/** Checks one field at a time; the server checks the same. */
export function checkQuote(
  { estimatedPrice, status, adminNotes }: QuoteFields,
  current: Pick<SellRequestAnswer, 'estimatedPrice' | 'status' | 'usualSteps'>,
): Partial<QuoteFields> {
  const text = estimatedPrice.trim();
  if (text === '') return { estimatedPrice: missingPriceText };
  const price = Number(text);
  if (!/^\d{1,7}([.]\d{1,2})?$/.test(text) || price > maxPrice) return { estimatedPrice: wrongPriceText };
  const isOther = typeof current.estimatedPrice === 'number' && current.estimatedPrice !== price;
  // The customer accepted the former price only.
  if (isOther && (status === 'accepted' || status === 'completed')) return { status: notAcceptedText };
  if (adminNotes.trim() !== '') return {};
  if (needsNote(current, status)) return { adminNotes: missingNoteText };
  return isOther ? { adminNotes: otherPriceText } : {};
}
