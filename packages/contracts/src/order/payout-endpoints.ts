import { z } from 'zod';
import { ownedBy } from '../endpoint.ts';
import { statusesOf } from '../life/life.ts';
import { payoutLife } from '../life/payout-life.ts';
import { photoEndpoint, photoUpload } from '../photo-endpoints.ts';
import {
  answerOf,
  moneySchema,
  objectIdSchema,
  paginationSchema,
  photoIdSchema,
  queryNumber,
} from '../primitives.ts';
import { payoutMethods } from '../service-request/sell-request.ts';

const defineEndpoint = ownedBy('order');

export const payoutStatuses = statusesOf(payoutLife);

/** What the shop pays for a phone, other than as credit. Its id is that of the sell request. */
export const payoutSchema = z.object({
  id: objectIdSchema,
  reference: z.string(),
  /** "Apple iPhone 13, 128 GB, Black". */
  subject: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  amount: moneySchema,
  method: z.enum(payoutMethods),
  account: z.string(),
  status: z.enum(payoutStatuses),
  needsApproval: z.boolean(),
  approvedBy: z.string().nullable(),
  paidBy: z.string().nullable(),
  /** Of the transfer; empty before it is paid. */
  paymentReference: z.string(),
  /** Address of a photo of the receipt; null without. */
  proof: z.string().nullable(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  version: z.int().min(1),
});

export type Payout = z.output<typeof payoutSchema>;

export const listPayouts = defineEndpoint('listPayouts', 'GET /api/admin/payouts', {
  role: 'admin',
  summary: 'Payouts: those to be paid first, oldest first; then the paid ones, newest first.',
  query: z.strictObject({
    page: queryNumber(z.int().min(1).max(1_000_000)).default(1),
    limit: queryNumber(z.int().min(1).max(100)).default(20),
    status: z.enum([...payoutStatuses, 'all', '']).default('all'),
  }),
  answer: answerOf(z.object({ payouts: z.array(payoutSchema), pagination: paginationSchema })),
});

export const uploadPayoutProof = defineEndpoint('uploadPayoutProof', 'POST /api/admin/payouts/proofs', {
  ...photoUpload,
  summary: 'Stores a photo of a receipt. One that no payout uses is deleted after a day.',
});

export const getPayoutProof = defineEndpoint('getPayoutProof', 'GET /api/admin/payouts/{id}/proof', {
  ...photoEndpoint,
  summary: 'The photo of the receipt of a payout, for staff, like `getSellPhoto`.',
  params: z.object({ id: objectIdSchema }),
});

const version = z.int().min(1);

const step = <Body extends z.ZodType>(id: string, path: string, summary: string, body: Body) =>
  defineEndpoint(id, `POST /api/admin/payouts/{id}/${path}`, {
    role: 'admin',
    summary,
    params: z.object({ id: objectIdSchema }),
    body,
    answer: answerOf(payoutSchema),
    problems: ['not-found', 'conflict', 'version-conflict'],
  });

export const approvePayout = step(
  'approvePayout',
  'approval',
  'Approves a payout of the sum of the policy or more. Another person pays it.',
  z.object({ version }),
);

export const payPayout = step(
  'payPayout',
  'payment',
  'Records that a payout was paid, once, with the reference of its transfer and a photo of the receipt.',
  z.object({
    version,
    paymentReference: z.string().trim().max(100).default(''),
    proofId: photoIdSchema.nullable().default(null),
  }),
);

export const payoutEndpoints = {
  listPayouts,
  uploadPayoutProof,
  getPayoutProof,
  approvePayout,
  payPayout,
} as const;
