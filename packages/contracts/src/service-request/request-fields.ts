import { z } from 'zod';
import { isMailbox } from '../auth/user.ts';

/** A required text of one line, without a pattern. */
export const filledIn = (field: string, maxLength: number) =>
  z
    .string(`Please fill in ${field}`)
    .trim()
    .min(1, { error: `Please fill in ${field}`, abort: true })
    .max(maxLength, { error: `${field} must be at most ${maxLength} characters`, abort: true })
    // A line break in a name or an address could become a line of a mail's head.
    .regex(/^[^\r\n]*$/, `${field} must be one line`);

/** An address that the shop writes to, in its plain spelling; of no more than 254 characters. */
export const emailOf = (field: z.ZodString) =>
  field.refine(isMailbox, 'Please enter a valid email address').meta({ format: 'email' });
