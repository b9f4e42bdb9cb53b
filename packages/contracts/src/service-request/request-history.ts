import { z } from 'zod';

/** One step of a request. Customers are told of staff as "the shop", never which person it was. */
export const requestHistorySchema = z.object({
  at: z.iso.datetime(),
  by: z.enum(['customer', 'admin', 'shop']),
  what: z.enum(['status', 'quote', 'time']),
  /** Null: it was received. */
  from: z.string().nullable(),
  to: z.string(),
  note: z.string(),
});

export type RequestHistoryAnswer = z.output<typeof requestHistorySchema>;
