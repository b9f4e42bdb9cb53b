import { alertRequested, type BodyOf, type createAlert as endpoint } from '@kinmel/contracts';
import {
  type Call,
  createEvent,
  type Identity,
  normalEmail,
  ProblemError,
  storedToken,
} from '@kinmel/service-kit';
import type { ProductsContext } from '../products/products-context.ts';
import { type AlertState, askedAgain, newAlert, subjectOf, watchedBy } from './alert.rules.ts';
import type { AlertsStore } from './alerts.store.ts';

export interface AlertsContext extends Pick<ProductsContext, 'products' | 'now' | 'newId' | 'sendEvents'> {
  readonly alerts: AlertsStore;
  /** The token of an alert's link (A4). */
  readonly alertTokenOf: (id: string) => string;
  /** Encrypts a token for notification (decision 11). */
  readonly sealToken: (token: string) => string;
  /** Counts a call of a network; rejects with `too-many-requests` above the limit (A3). */
  readonly admitAlert: (address: string) => Promise<void>;
  /** The address of the caller's account; rejects when auth cannot tell. */
  readonly accountEmail: (caller: Identity) => Promise<string | undefined>;
}

/** For concurrent calls of one address. */
const maxTries = 8;

/** Event data of an alert. */
export const toldOf = ({ alertTokenOf, sealToken }: AlertsContext, alert: AlertState) => ({
  ...subjectOf(alert),
  alertId: alert.id,
  email: alert.email,
  userId: alert.userId,
  sealedAlertToken: sealToken(alertTokenOf(alert.id)),
});

/** The account of the caller when the address is that of the account (A1). Without auth there is none. */
async function accountOf(context: AlertsContext, identity: Identity | undefined, email: string) {
  const known = identity && (await context.accountEmail(identity).catch(() => undefined));
  return identity && known !== undefined && normalEmail(known) === email ? identity.userId : null;
}

/** Keeps an alert once, and asks its address to confirm it; true when that is not needed (A1 to A3). */
export async function createAlert(
  context: AlertsContext,
  { body, identity, address, traceparent }: Call<unknown, unknown, BodyOf<typeof endpoint>>,
): Promise<boolean> {
  const { alerts, products, now, newId, sendEvents } = context;
  await context.admitAlert(address);
  const product = body.kind === 'product' ? await products.find(body.productId) : undefined;
  const watched = watchedBy(body, product);
  const email = normalEmail(body.email);
  const userId = await accountOf(context, identity, email);

  for (let tries = 0; tries < maxTries; tries += 1) {
    const same = await alerts.findOne({ email, key: watched.key });
    const fields = same ? askedAgain(same, userId, now()) : {};
    if (!fields) return userId !== null;
    const alert = same
      ? { ...same, ...fields, version: same.version + 1 }
      : newAlert(newId(), watched, { email, userId, now: now() });
    const { id, version, expiresAt } = alert;
    const events = expiresAt
      ? [
          createEvent(alertRequested, {
            aggregateId: id,
            aggregateVersion: version,
            data: { ...toldOf(context, alert), expiresAt: expiresAt.toISOString() },
            traceparent,
          }),
        ]
      : [];
    const isSaved = same
      ? await alerts.change(same, fields, events)
      : await alerts.insert(alert, storedToken(context.alertTokenOf(id)), events);
    if (!isSaved) continue;
    sendEvents();
    return userId !== null;
  }
  throw new ProblemError('conflict', 'This address is asking for other alerts. Please try again.');
}
