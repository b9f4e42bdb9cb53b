import type { AnswerOf, getPolicy, Policy } from '@kinmel/contracts';
import type { CachedResponse, ResponseCache } from '@kinmel/service-kit';
import type { PoliciesStore } from './policies.store.ts';
import { type PolicyContent, policyContent } from './policy-content.ts';

export interface PolicyContext {
  readonly policies: PoliciesStore;
  readonly responses: ResponseCache;
  readonly contact: Policy['contact'];
  readonly social: Policy['social'];
  readonly now: () => Date;
}

/** After this long an instance that did not store a new version itself shows it too. */
const keptMs = 60_000;

/** The policy record in force (P1), with where the shop is reached and found (P3). Cached: nearly every page asks for it. */
export function readPolicy({
  policies,
  responses,
  contact,
  social,
  now,
}: PolicyContext): Promise<CachedResponse> {
  const span = Math.floor(now().getTime() / keptMs);
  return responses.get(`policy ${span}`, async (): Promise<AnswerOf<typeof getPolicy>> => {
    const content = await policies.inForce();
    if (content === undefined)
      throw new Error('There is no policy record: the service did not start properly.');
    return { success: true, data: { ...content, contact, social } };
  });
}

/** The record that a price is made by: the stored version in force, read at most once a minute. */
export function createPolicyReader({
  policies,
  now,
}: Pick<PolicyContext, 'policies' | 'now'>): () => Promise<PolicyContent> {
  let kept: { readonly span: number; readonly content: Promise<PolicyContent> } | undefined;
  async function read(): Promise<PolicyContent> {
    const content = await policies.inForce();
    if (content === undefined)
      throw new Error('There is no policy record: the service did not start properly.');
    return content;
  }
  return () => {
    const span = Math.floor(now().getTime() / keptMs);
    if (kept?.span !== span) {
      const content = read();
      kept = { span, content };
      // A failed reading is not kept.
      content.catch(() => {
        kept = undefined;
      });
    }
    return kept?.content ?? read();
  };
}

/** Called at start: what the content file says becomes a version of the record, unless it already is one (P2). */
export function keepPolicyContent(
  { policies, now }: PolicyContext,
  content: PolicyContent = policyContent,
): Promise<void> {
  return policies.keep(content, now());
}
