import { alertRequested, type BodyOf, type createAlert as endpoint } from '@kinmel/contracts';
import { createEvent, type Identity, normalEmail, ProblemError } from '@kinmel/service-kit';
import type { ProductsContext } from '../products/products-context.ts';
import {
  type AlertState,
  alertsPerMailbox,
  asked,
  confirmed,
  mayAskAgain,
  newAlert,
  subjectOf,
  watchedBy,
} from './alert.rules.ts';
import type { AlertLinks } from './alert-links.ts';
import type { AlertsStore } from './alerts.store.ts';

export interface AlertsContext extends Pick<ProductsContext, 'products' | 'now' | 'newId' | 'sendEvents'> {
  readonly alerts: AlertsStore;
  readonly alertLinks: AlertLinks;
  /** Counts a call of a network; rejects with `too-many-requests` above the limit. */
  readonly admitAlert: (address: string) => Promise<void>;
  /** The address of the caller's account; rejects when auth cannot tell. */
  readonly accountEmail: (caller: Identity) => Promise<string | undefined>;
}

interface Caller {
  readonly identity: Identity | undefined;
  readonly address: string;
  readonly traceparent: string;
}

/** For concurrent calls of one address. */
const maxTries = 8;

/** Event data of an alert. */
export const toldOf = ({ alertLinks }: Pick<AlertsContext, 'alertLinks'>, alert: AlertState) => ({
  ...subjectOf(alert),
  alertId: alert.id,
  email: alert.email,
  userId: alert.userId,
  sealedAlertToken: alertLinks.sealedTokenOf(alert.id),
});

/** The account of the caller when the address is that of the account (A1). Without auth there is none. */
async function accountOf(context: AlertsContext, identity: Identity | undefined, email: string) {
  if (!identity) return null;
  const known = await context.accountEmail(identity).catch(() => undefined);
  return known !== undefined && normalEmail(known) === email ? identity.userId : null;
}

/** Keeps an alert once, and asks its address to confirm it; true when that is not needed (A1 to A3). */
export async function createAlert(
  context: AlertsContext,
  body: BodyOf<typeof endpoint>,
  { identity, address, traceparent }: Caller,
): Promise<boolean> {
  const { alerts, alertLinks, products, now, newId, sendEvents } = context;
  await context.admitAlert(address);
  const product = body.kind === 'product' ? await products.find(body.productId) : undefined;
  const watched = watchedBy(body, product);
  const email = normalEmail(body.email);
  const userId = await accountOf(context, identity, email);
  const eventsOf = (alert: AlertState, aggregateVersion: number) =>
    alert.confirmedAt !== null || alert.expiresAt === null
      ? []
      : [
          createEvent(alertRequested, {
            aggregateId: alert.id,
            aggregateVersion,
            data: { ...toldOf(context, alert), expiresAt: alert.expiresAt.toISOString() },
            traceparent,
          }),
        ];

  for (let tries = 0; tries < maxTries; tries += 1) {
    const moment = now();
    const same = await alerts.findSame({ email, key: watched.key });
    if (same === undefined) {
      const alert = newAlert(newId(), watched, { email, userId, now: moment });
      const tokenHash = alertLinks.hashOf(alertLinks.tokenOf(alert.id));
      const outcome = await alerts.insert(alert, tokenHash, eventsOf(alert, 1));
      if (outcome === 'full') throw mailboxFull();
      if (outcome === 'taken') continue;
    } else if (userId !== null && same.userId === null) {
      const isConfirmed = same.confirmedAt !== null;
      if (!(await alerts.change(same, { userId, ...(isConfirmed ? {} : confirmed(moment)) }))) continue;
    } else if (mayAskAgain(same, moment)) {
      const again = asked(moment);
      const events = eventsOf({ ...same, ...again }, same.version + 1);
      if (!(await alerts.change(same, again, events))) continue;
    }
    sendEvents();
    return userId !== null;
  }
  throw new ProblemError('conflict', 'This address is asking for other alerts. Please try again.');
}

const mailboxFull = () =>
  new ProblemError(
    'conflict',
    `There are ${alertsPerMailbox} alerts for this address already. End one by the link of its mail first.`,
  );
