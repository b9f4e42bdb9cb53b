import type { Policy } from '@kinmel/contracts';

/** The texts that each part of the policy record must have for the pages of this remote. */
const texts = {
  contact: ['address', 'email', 'phone'],
  support: ['sentence', 'officeHours'],
  returns: ['sentence'],
  payments: ['sentence'],
  shipping: ['sentence'],
  warranty: ['repairSentence'],
  chat: ['freeDelivery', 'expressDelivery', 'sameDayDelivery', 'returns', 'warranty'],
} as const;

/** What the pages of this remote show of the policy record, word for word (decision CONF-06). */
export type ShopPolicy = {
  readonly [Part in keyof typeof texts]: Readonly<Record<(typeof texts)[Part][number], string>>;
};

type Doubtful = { readonly [Part in keyof ShopPolicy]?: Readonly<Record<string, unknown>> };

/** Reads the answer of `GET /api/policy`; undefined when a text is missing. */
export function readShopPolicy(answer: unknown): ShopPolicy | undefined {
  const policy = (answer as { data?: Doubtful } | undefined)?.data;
  const isComplete = Object.entries(texts).every(([part, names]) =>
    names.every((name) => typeof policy?.[part as keyof ShopPolicy]?.[name] === 'string'),
  );
  return isComplete ? (policy as Pick<Policy, keyof ShopPolicy>) : undefined;
}

/** "Kathmandu" of "Durbar Marg, Kathmandu": the one configured address says where the shop is (decision CONF-02). */
export function regionOf({ contact }: ShopPolicy): string | undefined {
  return contact.address.split(',').at(-1)?.trim() || undefined;
}
