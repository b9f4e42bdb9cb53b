import { getPolicy, type Policy } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import type { PoliciesStore } from './policies.store.ts';

export interface PolicyContext {
  readonly policies: PoliciesStore;
  readonly contact: Policy['contact'];
  readonly social: Policy['social'];
}

/** The current policy with contact and social links. */
export const policyRoutes = ({ policies, contact, social }: PolicyContext): Route[] => [
  route(getPolicy, async () => ({
    success: true as const,
    data: { ...(await policies.inForce()), contact, social },
  })),
];
