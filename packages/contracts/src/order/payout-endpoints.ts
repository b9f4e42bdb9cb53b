import { z } from 'zod';
import { passwordSchema } from '../auth/auth-endpoints.ts';
import type { StaffRight } from '../browser/staff-rights.ts';
import { forStaff, ownedBy } from '../endpoint.ts';
import { statusesOf } from '../life/life.ts';
import { payoutLife } from '../life/payout-life.ts';
import { photoEndpoint, photoUpload } from '../photo-endpoints.ts';
import {
  answerOf,
  answerWith,
  objectIdSchema,
  pageQuery,
  paginationSchema,
  photoIdSchema,
  reasonSchema,
  signedMoneySchema,
} from '../primitives.ts';
import type { ProblemCode } from '../problem.ts';
import { payoutMethods } from '../service-request/sell-request.ts';

const defineEndpoint = ownedBy('order');

export const payoutStatuses = statusesOf(payoutLife);

/**
 * The reason of the payout: a phone, goodwill, a correction of credit, or money of an order whose buyer has deleted the
 * account.
 */
export const payoutCauses = ['trade-in', 'goodwill', 'correction', 'refund'] as const;

/** The second approver. While there is only one staff member, the same person approves with the password. */
export const secondApprovals = ['other-person', 'same-person-password'] as const;

/**
 * A payment to a person by staff: money, or credit of at least the sum that needs a second person's approval. The id is
 * that of the sell request, return or order that it belongs to, or its own.
 */
export const payoutSchema = z.object({
  cause: z.enum(payoutCauses).optional(),
  id: objectIdSchema,
  reference: z.string(),
  /** For example "Apple iPhone 13, 128 GB, Black". */
  subject: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  /** Negative when credit is taken. */
  amount: signedMoneySchema,
  method: z.enum([...payoutMethods, 'credit']),
  account: z.string(),
  status: z.enum(payoutStatuses),
  needsApproval: z.boolean(),
  approvedBy: z.string().nullable(),
  paidBy: z.string().nullable(),
  /** Absent before it is paid, and if it needs no approval. */
  secondApproval: z.enum(secondApprovals).optional(),
  /** Why it is on hold; absent otherwise. */
  stopReason: z.string().optional(),
  /** The reference of the transfer; empty before it is paid. */
  paymentReference: z.string(),
  /** Address of a photo of the receipt; null without one. */
  proof: z.string().nullable(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  version: z.int().min(1),
});

export type Payout = z.output<typeof payoutSchema>;

export const listPayouts = defineEndpoint('listPayouts', 'GET /api/admin/payouts', {
  ...forStaff('payouts.see'),
  summary: 'Payouts: those to be paid first, oldest first; then the paid ones, newest first.',
  query: z.strictObject({
    ...pageQuery(),
    status: z.enum([...payoutStatuses, 'all', '']).default('all'),
  }),
  answer: answerOf(z.object({ payouts: z.array(payoutSchema), pagination: paginationSchema })),
});

export const getPayout = defineEndpoint('getPayout', 'GET /api/admin/payouts/{id}', {
  ...forStaff('payouts.see'),
  summary: 'One payout.',
  answer: answerOf(payoutSchema),
  problems: ['not-found'],
});

export const uploadPayoutProof = defineEndpoint('uploadPayoutProof', 'POST /api/admin/payouts/proofs', {
  ...photoUpload,
  ...forStaff('payouts.pay'),
  summary: 'Stores a photo of a receipt. One that no payout uses is deleted after a day.',
});

export const getPayoutProof = defineEndpoint('getPayoutProof', 'GET /api/admin/payouts/{id}/proof', {
  ...photoEndpoint,
  right: 'payouts.see',
  summary: 'The photo of the receipt of a payout, for staff, like `getSellPhoto`.',
});

const version = z.int().min(1);

const defineStep = <Body extends z.ZodType>(
  id: string,
  path: string,
  summary: string,
  body: Body,
  problems: readonly ProblemCode[] = [],
  right: StaffRight = 'payouts.pay',
) =>
  defineEndpoint(id, `POST /api/admin/payouts/{id}/${path}`, {
    ...forStaff(right),
    summary,
    body,
    answer: answerOf(payoutSchema),
    problems: ['not-found', 'conflict', 'version-conflict', ...problems],
  });

export const approvePayout = defineStep(
  'approvePayout',
  'approval',
  'Approves a payout of the sum of the policy or more. Another person pays it.',
  z.object({ version }),
  [],
  'payouts.approve',
);

export const payPayout = defineStep(
  'payPayout',
  'payment',
  'Records that a payout was paid, once, with the reference of its transfer and a photo of the receipt; posts one that is credit. Who approved it needs another person, or, as the only person of the staff, the own password.',
  z.object({
    version,
    paymentReference: z.string().trim().max(100).default(''),
    proofId: photoIdSchema.nullable().default(null),
    password: passwordSchema.optional(),
  }),
  ['wrong-password', 'not-enough-credit', 'too-many-requests', 'service-unavailable', 'service-timeout'],
);

export const stopPayout = defineStep(
  'stopPayout',
  'stop',
  'Stops a payout that is not paid, with a reason that staff read.',
  z.object({ version, reason: reasonSchema }),
);

export const resumePayout = defineStep(
  'resumePayout',
  'resumption',
  'Takes a stopped payout up again. An approval is given anew.',
  z.object({ version }),
);

export const redirectPayout = defineEndpoint('redirectPayout', 'PUT /internal/payouts/{id}/way', {
  role: 'service',
  summary:
    'Called by service-request when the seller of a phone changes where the payout goes. Refused once it is approved, paid, stopped or taken by staff, and after a newer change, or another one of the same version within a minute. A repeated call has the same answer.',
  params: z.object({ id: objectIdSchema }),
  body: z.object({
    method: z.enum(payoutMethods),
    account: z.string(),
    /** The version of the sell request with the change. */
    requestVersion: z.int().min(1),
  }),
  answer: answerWith({}),
  problems: ['not-found', 'conflict', 'version-conflict'],
});

export const endPayout = defineEndpoint('endPayout', 'POST /internal/payouts/{id}/end', {
  role: 'service',
  summary:
    'Called by device before a phone whose payout is stopped goes back to its seller: the payout is never paid. A repeated call has the same answer.',
  answer: answerWith({}),
  problems: ['not-found', 'conflict', 'version-conflict'],
});
