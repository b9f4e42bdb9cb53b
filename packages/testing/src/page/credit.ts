import type { CreditPosting } from '@kinmel/contracts';

/** A sum in the shop's currency. */
export const npr = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: 'NPR' as const });

/** A change of credit with fixed values: goodwill of NPR 500. */
export const aCreditPosting = (changes: Partial<CreditPosting> = {}): CreditPosting => ({
  id: 'goodwill:k1',
  at: '2026-11-21T08:00:00.000Z',
  cause: 'goodwill',
  reason: 'It came late.',
  by: 'admin',
  order: null,
  amount: npr(50_000),
  balanceAfter: npr(50_000),
  ...changes,
});

/** One page of the credit of a customer. */
export const aCreditAnswer = (
  balanceInMinorUnits: number,
  history: readonly CreditPosting[] = [],
  { page = 1, totalPages = 1, total = history.length } = {},
) => ({
  success: true as const,
  data: {
    balance: npr(balanceInMinorUnits),
    history,
    pagination: { page, limit: 10, total, totalPages, hasPrev: page > 1, hasNext: page < totalPages },
  },
});
