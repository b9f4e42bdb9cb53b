import { getPolicy } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { type PolicyContext, readPolicy } from './read-policy.ts';

export const policyRoutes = (context: PolicyContext): Route[] => [
  route(getPolicy, () => readPolicy(context)),
];
