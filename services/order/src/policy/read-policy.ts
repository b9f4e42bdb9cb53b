import type { AnswerOf, getPolicy, Policy } from '@kinmel/contracts';
import type { PoliciesStore } from './policies.store.ts';
import { type PolicyContent, policyContent } from './policy-content.ts';

export interface PolicyContext {
  readonly policies: PoliciesStore;
  readonly currentPolicy: () => Promise<PolicyContent>;
  readonly contact: Policy['contact'];
  readonly social: Policy['social'];
  readonly now: () => Date;
}

/** After this long an instance that did not store a new version itself shows it too. */
const keptMs = 60_000;

/** The policy record in force, with where the shop is reached and found. */
export async function readPolicy({
  currentPolicy,
  contact,
  social,
}: Pick<PolicyContext, 'currentPolicy' | 'contact' | 'social'>): Promise<AnswerOf<typeof getPolicy>> {
  return { success: true, data: { ...(await currentPolicy()), contact, social } };
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

/** Called at start: what the content file says becomes a version of the record, unless it already is one. */
export function keepPolicyContent(
  { policies, now }: Pick<PolicyContext, 'policies' | 'now'>,
  content: PolicyContent = policyContent,
): Promise<void> {
  return policies.keep(content, now());
}
