import type { CustomerWords } from '../life.ts';
import type { requestLives } from '../lives.ts';
import { phoneOrderWords } from './phone-order-words.ts';
import { repairBookingWords } from './repair-booking-words.ts';
import { returnWords } from './return-words.ts';
import { sellRequestWords } from './sell-request-words.ts';

/** The texts of each kind of request for its customers. */
export const requestWords: Readonly<
  Record<keyof typeof requestLives, Readonly<Record<string, CustomerWords>>>
> = {
  'sell-request': sellRequestWords,
  'repair-booking': repairBookingWords,
  'phone-order': phoneOrderWords,
  return: returnWords,
};
