/** Texts of each part of the policy record. Schema and pages use these names. */
export const policyTexts = {
  shipping: ['sentence'],
  returns: ['sentence'],
  payments: ['sentence'],
  support: ['sentence', 'officeHours'],
  warranty: ['repairSentence'],
  /** Quoted by the chat; without effect. */
  chat: ['freeDelivery', 'expressDelivery', 'sameDayDelivery', 'returns', 'warranty'],
  contact: ['address', 'email', 'phone'],
} as const;

export type PolicyTexts = {
  readonly [Part in keyof typeof policyTexts]: Readonly<Record<(typeof policyTexts)[Part][number], string>>;
};
