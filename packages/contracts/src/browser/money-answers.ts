import * as z from 'zod/mini';
import type { CreditPosting } from '../order/credit-endpoints.ts';
import { answerData, listOf, nonNegativeNumber, type SchemaOf, textOrEmpty } from './answers.ts';
import { creditCauses } from './credit-causes.ts';
import { shopCurrency } from './money.ts';

/** A sum in the shop's currency; some may be below zero. */
export const moneyAnswer = z.object({ amountInMinorUnits: z.int(), currency: z.literal(shopCurrency) });

export const creditPostingAnswer: SchemaOf<CreditPosting> = z.object({
  id: z.string(),
  at: z.string(),
  cause: z.enum(creditCauses),
  reason: textOrEmpty,
  by: z.enum(['customer', 'admin', 'shop']),
  order: z.catch(z.nullable(z.object({ id: z.string(), orderNumber: z.string() })), null),
  amount: moneyAnswer,
  balanceAfter: moneyAnswer,
});

/** One page of a customer's credit, newest first. */
export const creditAnswer = answerData(
  z.object({
    balance: moneyAnswer,
    history: listOf(creditPostingAnswer),
    pagination: z.object({
      page: nonNegativeNumber,
      total: nonNegativeNumber,
      totalPages: nonNegativeNumber,
    }),
  }),
);

/**
 * The answer with a payment page, the only external page that the shopper is sent to: only web addresses are accepted.
 */
export const paymentPageAnswer = z.object({
  url: z.string().check(z.regex(/^https?:\/\//i)),
  /** Posted to `url`; absent when the page is opened as a link. */
  form: z.optional(z.record(z.string(), z.string())),
});

export type OpenedPaymentPage = z.output<typeof paymentPageAnswer>;
