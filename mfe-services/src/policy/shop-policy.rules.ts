import type { Policy } from '@kinmel/contracts';
import { type PolicyTexts, policyTexts } from '@kinmel/contracts/browser';

/** What the pages of this remote show of the policy record, word for word. */
export interface ShopPolicy extends PolicyTexts {
  readonly social: Policy['social'];
}

type Doubtful = { readonly [Part in keyof PolicyTexts]?: Readonly<Record<string, unknown>> } & {
  readonly social?: unknown;
};

/** Reads the answer of `GET /api/policy`; undefined when a text is missing. */
export function readShopPolicy(answer: unknown): ShopPolicy | undefined {
  const policy = (answer as { data?: Doubtful } | undefined)?.data;
  const isComplete = Object.entries(policyTexts).every(([part, names]) =>
    names.every((name) => typeof policy?.[part as keyof PolicyTexts]?.[name] === 'string'),
  );
  return isComplete ? { ...(policy as PolicyTexts), social: socialLinksOf(policy?.social) } : undefined;
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
