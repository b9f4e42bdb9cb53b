import { z } from 'zod';
import { objectIdSchema } from '../primitives.ts';

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
export const staffRequest = <Status extends string, KindFields extends z.ZodRawShape>(
  statuses: readonly Status[],
  kindFields: KindFields,
) =>
  z.object({
    _id: objectIdSchema,
    ...recordFields,
    ...kindFields,
    adminNotes: z.string(),
    status: z.enum(statuses),
    /** The usual next statuses; any other status requires a note. */
    usualSteps: z.array(z.enum(statuses)),
  });
