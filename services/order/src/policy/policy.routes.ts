import { getPolicy, type Policy } from '@kinmel/contracts';
import { pick, type Route, route } from '@kinmel/service-kit';
import type { RatesStore } from '../rates/rates.store.ts';
import type { PoliciesStore } from './policies.store.ts';

export interface PolicyContext {
  readonly policies: PoliciesStore;
  readonly rates: RatesStore;
  readonly contact: Policy['contact'];
  readonly social: Policy['social'];
  readonly timeZone: string;
}

/** The current policy with rates, contact, social links and time zone. */
export const policyRoutes = ({ policies, rates, contact, social, timeZone }: PolicyContext): Route[] => [
  route(getPolicy, async () => ({
    ...(await policies.inForce()),
    rates: (await rates.inForce()).map((rate) => pick(rate, 'currency', 'number', 'shopMinorUnits', 'from')),
    contact,
    social,
    timeZone,
  })),
];
