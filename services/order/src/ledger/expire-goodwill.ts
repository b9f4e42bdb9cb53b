import { dayMs } from '@kinmel/contracts';
import type { CreditContext } from './credit.routes.ts';
import { expiry, unusedGoodwill } from './ledger.rules.ts';

/**
 * ORD-K10: expires goodwill that was not used within `credit.goodwillDays` of the policy. Uses are deducted from the
 * oldest credit first. Safe on any number of instances.
 */
export async function expireGoodwill({
  ledger,
  policies,
  orders,
  now,
  inTransaction,
  sendEvents,
}: CreditContext): Promise<void> {
  const { goodwillDays } = (await policies.inForce()).credit;
  const at = now();
  const givenBefore = new Date(at.getTime() - goodwillDays * dayMs);
  for (const userId of await ledger.listCustomersWithGoodwill(givenBefore)) {
    const customer = (await orders.findCustomer(userId)) ?? null;
    const reason = `Goodwill that was not used within ${goodwillDays} days.`;
    await inTransaction(async (session) => {
      // Read in the transaction, so that a concurrent use of credit aborts it.
      const unused = unusedGoodwill(await ledger.list(userId, session), givenBefore);
      for (const { key, amountInMinorUnits } of unused)
        await ledger.post(expiry({ key, at, userId, reason }, amountInMinorUnits), customer, session);
    });
    sendEvents();
  }
}
