import { z } from 'zod';
import { creditCauses } from '../browser/credit-causes.ts';
import { forAccount, forStaff, ownedBy } from '../endpoint.ts';
import {
  answerOf,
  answerWith,
  moneySchema,
  objectIdSchema,
  pageQuery,
  paginationSchema,
  positiveMoneySchema,
  reasonSchema,
  signedMoneySchema,
} from '../primitives.ts';

const defineEndpoint = ownedBy('order');

/** One change of a customer's credit. Entries are never changed. */
export const creditPostingSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  cause: z.enum(creditCauses),
  /** The reason for the customer; may be empty. */
  reason: z.string(),
  by: z.enum(['customer', 'admin', 'shop']),
  /** Null when no order caused it. */
  order: z.object({ id: z.string(), orderNumber: z.string() }).nullable(),
  /** Negative when credit was used or taken. */
  amount: signedMoneySchema,
  balanceAfter: moneySchema,
});

export type CreditPosting = z.output<typeof creditPostingSchema>;

const creditSchema = z.object({
  balance: moneySchema,
  /** Newest first. */
  history: z.array(creditPostingSchema),
  pagination: paginationSchema,
});

/**
 * A change by staff. It is posted at once or, from the policy's sum on, becomes a payout that a second person must
 * approve.
 */
const changedCreditSchema = answerWith({
  data: creditPostingSchema.nullable(),
  /** The id of the payout; absent when it is posted. */
  payoutId: objectIdSchema.optional(),
});

export const getMyCredit = defineEndpoint('getMyCredit', 'GET /api/credit', {
  ...forAccount,
  summary: "The caller's credit and its history, newest first, ten per page.",
  query: z.strictObject(pageQuery(10, 50)),
  answer: answerOf(creditSchema),
});

export const getCustomerCredit = defineEndpoint('getCustomerCredit', 'GET /api/admin/credit/{userId}', {
  ...forStaff('credit.see'),
  summary: 'The credit of a customer and its history, newest first, ten per page.',
  query: z.strictObject(pageQuery(10, 50)),
  answer: answerOf(creditSchema),
});

export const giveGoodwill = defineEndpoint('giveGoodwill', 'POST /api/admin/credit/{userId}/goodwill', {
  ...forStaff('credit.give'),
  summary:
    'Gives credit to a customer with an order, at most `credit.maxGoodwill` of the policy. More than `credit.maxGoodwillPerYear` in a year needs a second person. The header `Idempotency-Key` is required.',
  /** The customer reads the reason. */
  body: z.object({ amount: positiveMoneySchema, reason: reasonSchema }),
  status: 201,
  answer: changedCreditSchema,
  problems: ['not-found', 'key-reused'],
});

export const correctCredit = defineEndpoint('correctCredit', 'POST /api/admin/credit/{userId}/corrections', {
  ...forStaff('credit.correct'),
  summary:
    'Corrects the credit of a customer with an order, up or down, not below zero. A sum of `approvals.fourEyesFrom` or more, also with what staff gave in a year, needs a second person. The header `Idempotency-Key` is required.',
  /** The customer reads the reason. */
  body: z.object({
    amount: signedMoneySchema.refine(({ amountInMinorUnits }) => amountInMinorUnits !== 0, {
      message: 'The amount must not be zero.',
      path: ['amountInMinorUnits'],
    }),
    reason: reasonSchema,
  }),
  status: 201,
  answer: changedCreditSchema,
  /** `not-enough-credit`: `details` has `balance.amountInMinorUnits` and `balance.currency`. */
  problems: ['not-found', 'key-reused', 'not-enough-credit'],
});
