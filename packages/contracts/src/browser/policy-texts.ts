/** The texts of each part of the policy record: the schema and the pages that show them follow from a name here. */
export const policyTexts = {
  shipping: ['sentence'],
  returns: ['sentence'],
  payments: ['sentence'],
  support: ['sentence', 'officeHours'],
  warranty: ['repairSentence'],
  /** What the chat assistant quotes; it decides nothing. */
  chat: ['freeDelivery', 'expressDelivery', 'sameDayDelivery', 'returns', 'warranty'],
  contact: ['address', 'email', 'phone'],
} as const;

export type PolicyTexts = {
  readonly [Part in keyof typeof policyTexts]: Readonly<Record<(typeof policyTexts)[Part][number], string>>;
};
