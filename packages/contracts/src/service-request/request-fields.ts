import { z } from 'zod';
import { isMailbox } from '../auth/user.ts';
import { objectIdSchema } from '../primitives.ts';

/** A required text of one line. */
export const filledIn = (field: string, maxLength: number) =>
  z
    .string(`Please fill in ${field}`)
    .trim()
    .min(1, { error: `Please fill in ${field}`, abort: true })
    .max(maxLength, { error: `${field} must be at most ${maxLength} characters`, abort: true })
    // A line break in a name or an address could inject a mail header.
    .regex(/^[^\r\n]*$/, `${field} must be one line`);

/** An e-mail address in its plain spelling. `field` limits it to 254 characters. */
export const emailOf = (field: z.ZodString) =>
  field.refine(isMailbox, 'Please enter a valid email address').meta({ format: 'email' });

export const contactFields = {
  name: filledIn('Name', 100),
  email: emailOf(filledIn('Email', 254)),
  phone: filledIn('Phone', 30),
};

/** One entry of a request's history. The person of the staff is not included. */
export const requestHistorySchema = z.object({
  at: z.iso.datetime(),
  by: z.enum(['customer', 'admin', 'shop']),
  what: z.enum(['status', 'quote', 'time']),
  /** Null: the request was received. */
  from: z.string().nullable(),
  to: z.string(),
  note: z.string(),
});

/** The fields of a request that staff and the holder of its link both see. */
export const recordFields = {
  id: objectIdSchema,
  history: z.array(requestHistorySchema),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().min(1),
};

/** A request as staff see it, with the fields of its kind. */
export const staffRequest = <Status extends string, Own extends z.ZodRawShape>(
  statuses: readonly Status[],
  own: Own,
) =>
  z.object({
    _id: objectIdSchema,
    ...recordFields,
    ...own,
    adminNotes: z.string(),
    status: z.enum(statuses),
    /** The usual next statuses; any other status requires a note. */
    usualSteps: z.array(z.enum(statuses)),
  });
