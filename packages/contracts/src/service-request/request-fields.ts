import { z } from 'zod';
import { isMailbox } from '../auth/user.ts';
import { plainEmail } from '../browser/typed-text.ts';
import { objectIdSchema, phoneOf, requiredLine } from '../primitives.ts';

/** An e-mail address in its plain spelling. */
export const emailOf = (missing: string) =>
  requiredLine('Email', 254, { missing })
    .overwrite(plainEmail)
    .refine(isMailbox, 'Please enter a valid email address')
    .meta({ format: 'email' });

export const contactFields = {
  name: requiredLine('Name', 100),
  email: emailOf('Please fill in Email'),
  phone: phoneOf('Please fill in Phone'),
};

/** One entry of a request's history. It does not name the staff member. */
export const requestHistorySchema = z.object({
  at: z.iso.datetime(),
  by: z.enum(['customer', 'admin', 'shop']),
  what: z.enum(['status', 'quote', 'time']),
  /** Null for the receipt of the request. */
  from: z.string().nullable(),
  to: z.string(),
  note: z.string(),
});

/** The fields that both staff and the holder of the tracking link see. */
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
