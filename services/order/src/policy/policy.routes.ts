import { getPolicy, type Policy } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import type { PoliciesStore } from './policies.store.ts';

export interface PolicyContext {
  readonly policies: PoliciesStore;
  readonly contact: Policy['contact'];
  readonly social: Policy['social'];
}

/** The policy record in force (P1), with where the shop is reached and found (P3). */
export const policyRoutes = ({ policies, contact, social }: PolicyContext): Route[] => [
  route(getPolicy, async () => ({
    success: true as const,
    data: { ...(await policies.inForce()), contact, social },
  })),
];
