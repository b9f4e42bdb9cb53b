/** Texts and whole numbers of each part of the policy record. Schema and pages derive from this table. */
export const policyFields = {
  /** Shipping is free when the subtotal is above `freeAboveInMinorUnits`, not at it. */
  shipping: { feeInMinorUnits: 'number', freeAboveInMinorUnits: 'number', sentence: 'text' },
  returns: { days: 'number', sentence: 'text' },
  payments: { sentence: 'text' },
  support: { sentence: 'text', officeHours: 'text' },
  warranty: { repairDays: 'number', repairSentence: 'text' },
  /** Texts for the chat only; no price depends on them. */
  chat: {
    freeDelivery: 'text',
    expressDelivery: 'text',
    sameDayDelivery: 'text',
    returns: 'text',
    warranty: 'text',
  },
  contact: { address: 'text', email: 'text', phone: 'text' },
} as const;

type Fields = typeof policyFields;

export type PolicyFields = {
  readonly [Part in keyof Fields]: {
    readonly [Name in keyof Fields[Part]]: Fields[Part][Name] extends 'text' ? string : number;
  };
};

/** One schema for each part, by those of texts and numbers. */
export const policyParts = <Text, Whole, Schema>(
  text: Text,
  number: Whole,
  partOf: (fields: Readonly<Record<string, Text | Whole>>) => Schema,
) =>
  Object.fromEntries(
    Object.entries(policyFields).map(([part, fields]) => [
      part,
      partOf(
        Object.fromEntries(
          Object.entries(fields).map(([name, kind]) => [name, kind === 'text' ? text : number]),
        ),
      ),
    ]),
  ) as Record<keyof PolicyFields, Schema>;
