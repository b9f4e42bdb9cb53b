import { sellRequestSettled } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { CreditContext } from '../ledger/credit.routes.ts';
import { shopActor, tradeInKey } from '../ledger/ledger.rules.ts';
import { forgetSeller, newPayout } from './payout.rules.ts';
import type { PayoutsContext } from './payouts.routes.ts';

export type SettlingContext = Pick<PayoutsContext, 'payouts' | 'now'> &
  Pick<CreditContext, 'ledger' | 'policies'>;

/**
 * Pays each settled sell request once: as credit (ORD-K11), or as a payout if chosen, if the credit needs a second
 * approval (ORD-K12), or if the account was deleted (ORD-K8, ORD-S4).
 */
export const payoutsSubscriptions = ({
  ledger,
  payouts,
  policies,
  now,
}: SettlingContext): SubscriptionDefinition[] => [
  onEvent(sellRequestSettled, async ({ data }, { session }) => {
    const { requestId, userId, reference, customer, payment } = data;
    const { to, amount } = payment;
    // Nothing is paid for a phone without value, which the seller leaves to the shop.
    if (amount.amountInMinorUnits === 0) return;
    const payout = newPayout(data, await policies.inForce(), now());
    // Credit needs an account.
    const isDeleted = userId === null ? to === 'credit' : await ledger.isClosed(userId, session);
    if (isDeleted || userId === null || to === 'payout' || payout.needsApproval)
      return payouts.insert(isDeleted ? forgetSeller(payout) : payout, session);
    const reason = `Sell request ${reference}`;
    const posting = { key: tradeInKey(requestId), at: now(), userId, reason, by: shopActor, amount };
    await ledger.post({ ...posting, cause: 'trade-in', order: null }, customer, session);
  }),
];
