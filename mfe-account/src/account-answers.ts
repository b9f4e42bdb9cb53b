import { answerField, filledText } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

/** The message of an answer that only confirms an action. */
export const doneAnswer = z.pipe(
  z.object({ success: z.literal(true), message: filledText }),
  z.transform(({ message }) => message),
);

/** Passkey options, passed to the browser without being parsed. */
export const passkeyOptionsAnswer = z.pipe(
  z.object({ success: z.literal(true), data: z.nullable(z.looseObject({ challenge: z.string() })) }),
  z.transform(({ data }) => data),
);

/** Whether a reset ended the session of this browser too; true by default. */
export const resetDoneAnswer = z.object({
  success: z.literal(true),
  message: filledText,
  signedOut: z.catch(z.boolean(), true),
});

/** The state of a reset link. */
export const resetLinkAnswer = answerField('state', z.enum(['valid', 'expired', 'used', 'unknown']));

export type ResetLinkState = z.output<typeof resetLinkAnswer>;
