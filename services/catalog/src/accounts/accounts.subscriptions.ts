import { userDeleted } from '@kinmel/contracts';
import {
  type AuditContext,
  type DeletedAccountsStore,
  onEvent,
  type SubscriptionDefinition,
} from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { AlertsStore } from '../alerts/alerts.store.ts';
import type { WishlistsStore } from '../wishlist/wishlists.store.ts';

interface AccountsContext extends AuditContext {
  readonly alerts: Pick<AlertsStore, 'end'>;
  readonly wishlists: Pick<WishlistsStore, 'forget'>;
  readonly deletedAccounts: DeletedAccountsStore;
  readonly now: () => Date;
}

async function forget(context: AccountsContext, userId: string, session?: ClientSession): Promise<void> {
  await context.alerts.end({ userId }, session);
  await context.wishlists.forget(userId, session);
}

/** Deletes alerts and wishlist of a deleted account, and its name from the audit trail (CAT-A7, CAT-W3). */
export const accountsSubscriptions = (context: AccountsContext): SubscriptionDefinition[] => [
  onEvent(userDeleted, async ({ data: { userId } }, { session }) => {
    await context.audit.forgetPerson(userId, session);
    await context.deletedAccounts.note(userId, context.now(), session);
    await forget(context, userId, session);
  }),
];

/** Deletes what was written with tokens of deleted accounts, which stay valid for some minutes. */
export async function forgetLateWrites(context: AccountsContext): Promise<void> {
  for (const userId of await context.deletedAccounts.all()) await forget(context, userId);
}
