import { sellRequestSettled } from '@kinmel/contracts';
import { type EventContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { byTheShop, type NewPosting } from '../ledger/ledger.rules.ts';
import type { LedgerStore } from '../ledger/ledger.store.ts';
import type { PoliciesStore } from '../policy/policies.store.ts';
import { newPayout, type SettledSellRequest } from './payout.rules.ts';
import type { PayoutsStore } from './payouts.store.ts';

export interface SettlingContext {
  readonly ledger: LedgerStore;
  readonly payouts: PayoutsStore;
  readonly policies: PoliciesStore;
  readonly now: () => Date;
}

/** P1: pays a settled sell request once in the session's transaction, as credit (K11) or by a payout. */
async function settleSellRequest(
  { ledger, payouts, policies, now }: SettlingContext,
  settled: SettledSellRequest,
  { session }: Pick<EventContext, 'session'>,
): Promise<void> {
  const { requestId, userId, reference, customer, payment } = settled;
  // Its seller leaves a phone without value to the shop.
  if (payment.amount.amountInMinorUnits === 0) return;
  if (payment.to === 'payout')
    return payouts.add(newPayout(settled, await policies.inForce(), now()), session);
  if (userId === null) throw new Error(`The sell request ${requestId} has no account for credit.`);
  const posting: NewPosting = {
    key: `trade-in:${requestId}`,
    at: now(),
    userId,
    cause: 'trade-in',
    reason: `Sell request ${reference}`,
    by: byTheShop,
    order: null,
    amount: payment.amount,
  };
  await ledger.post(posting, customer, session);
}

export const payoutsSubscriptions = (context: SettlingContext): SubscriptionDefinition[] => [
  onEvent(sellRequestSettled, ({ data }, delivery) => settleSellRequest(context, data, delivery)),
];
