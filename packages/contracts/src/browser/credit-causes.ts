/** Why the credit of a customer changed. */
export const creditCauses = ['refund', 'order', 'trade-in', 'goodwill', 'expiry', 'correction'] as const;

export type CreditCause = (typeof creditCauses)[number];

/** The causes as customers and staff read them. */
export const creditCauseLabels: Readonly<Record<CreditCause, string>> = {
  refund: 'Refund',
  order: 'Used for an order',
  'trade-in': 'Trade-in',
  goodwill: 'Goodwill',
  expiry: 'Expired',
  correction: 'Correction',
};
