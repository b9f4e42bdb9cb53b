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

type ShopTexts = {
  readonly [Part in keyof typeof texts]: Readonly<Record<(typeof texts)[Part][number], string>>;
};

/** What the pages of this remote show of the policy record, word for word. */
export interface ShopPolicy extends ShopTexts {
  readonly social: Policy['social'];
}

type Doubtful = { readonly [Part in keyof ShopTexts]?: Readonly<Record<string, unknown>> } & {
  readonly social?: unknown;
};

/** Reads the answer of `GET /api/policy`; undefined when a text is missing. */
export function readShopPolicy(answer: unknown): ShopPolicy | undefined {
  const policy = (answer as { data?: Doubtful } | undefined)?.data;
  const isComplete = Object.entries(texts).every(([part, names]) =>
    names.every((name) => typeof policy?.[part as keyof ShopTexts]?.[name] === 'string'),
  );
  return isComplete ? { ...(policy as ShopTexts), social: socialLinksOf(policy?.social) } : undefined;
}

/** Those that a person can follow; an answer without any is as good. */
const socialLinksOf = (links: unknown): Policy['social'] =>
  (Array.isArray(links) ? links : []).filter(
    (link) => typeof link?.name === 'string' && String(link.address).startsWith('https://'),
  );

/** "Kathmandu" of "Durbar Marg, Kathmandu": the one configured address says where the shop is. */
export function regionOf({ contact }: ShopPolicy): string | undefined {
  return contact.address.split(',').at(-1)?.trim() || undefined;
}
