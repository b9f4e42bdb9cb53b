/** Why the credit of a customer changed. */
export const creditCauses = ['refund', 'order', 'trade-in', 'goodwill', 'expiry', 'correction'] as const;

export type CreditCause = (typeof creditCauses)[number];
