import { filledText } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

/** The sentence of an answer that only says that something was done. */
export const doneAnswer = z.pipe(
  z.object({ success: z.literal(true), message: filledText }),
  z.transform(({ message }) => message),
);

/** Whether a reset ended the sessions of this very browser; an answer that does not say so means that it did. */
export const resetDoneAnswer = z.object({
  success: z.literal(true),
  message: filledText,
  signedOut: z.catch(z.boolean(), true),
});

/** What a reset link is good for. */
export const resetLinkAnswer = z.pipe(
  z.object({ state: z.enum(['valid', 'expired', 'used', 'unknown']) }),
  z.transform(({ state }) => state),
);

export type ResetLinkState = z.output<typeof resetLinkAnswer>;
