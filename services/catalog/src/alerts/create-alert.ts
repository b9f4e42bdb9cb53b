import { alertRequested, type BodyOf, type createAlert as endpoint } from '@kinmel/contracts';
import {
  type Call,
  type Caller,
  changeRecord,
  createEvent,
  type Identity,
  normalEmail,
  storedToken,
} from '@kinmel/service-kit';
import type { ProductsContext } from '../products/products-context.ts';
import {
  type AlertState,
  alertFieldsOf,
  confirmedFields,
  newAlert,
  repeatedRequestChanges,
  subjectOf,
} from './alert.rules.ts';
import type { AlertsStore } from './alerts.store.ts';

export interface AlertsContext extends Pick<ProductsContext, 'products' | 'now' | 'newId' | 'sendEvents'> {
  readonly alerts: AlertsStore;
  /** Derives the token of an alert's link (CAT-A4). */
  readonly alertTokenOf: (id: string) => string;
  /** Encrypts a token for notification (decision 11). */
  readonly sealToken: (token: string) => string;
  /** Counts a call and runs it; rejects with `too-many-requests` above the limit (CAT-A3). */
  readonly admitAlert: (caller: Caller, work: () => Promise<boolean>) => Promise<boolean>;
  /** The address of the caller's account; rejects when auth is unavailable. */
  readonly accountEmail: (caller: Identity) => Promise<string | undefined>;
}

/** Event data of an alert. */
export const alertEventData = ({ alertTokenOf, sealToken }: AlertsContext, alert: AlertState) => ({
  ...subjectOf(alert),
  alertId: alert.id,
  email: alert.email,
  userId: alert.userId,
  sealedAlertToken: sealToken(alertTokenOf(alert.id)),
});

/** The caller's account, if the address belongs to it (CAT-A1); null when auth is unavailable. */
async function accountOf(context: AlertsContext, identity: Identity | undefined, email: string) {
  const ownEmail = identity && (await context.accountEmail(identity).catch(() => undefined));
  return identity && ownEmail !== undefined && normalEmail(ownEmail) === email ? identity.userId : null;
}

type AlertCall = Call<unknown, unknown, BodyOf<typeof endpoint>>;

/** Stores an alert once, and mails a request to confirm it; true when no confirmation is needed (CAT-A1 to CAT-A3). */
export function createAlert(context: AlertsContext, call: AlertCall): Promise<boolean> {
  const person = call.identity ? `account ${call.identity.userId}` : normalEmail(call.body.email);
  return context.admitAlert({ address: call.address, person }, () => saveAlert(context, call));
}

async function saveAlert(context: AlertsContext, { body, identity, traceparent }: AlertCall) {
  const { alerts, products, now, newId, sendEvents } = context;
  const product = body.kind === 'product' ? await products.find(body.productId) : undefined;
  const alertFields = alertFieldsOf(body, product);
  const email = normalEmail(body.email);
  const userId = await accountOf(context, identity, email);

  const { decision } = await changeRecord({
    read: () => alerts.findOne({ email, key: alertFields.key }),
    decide(existing) {
      const fields = existing ? repeatedRequestChanges(existing, userId, now()) : {};
      if (!fields) return undefined;
      const alert = existing
        ? { ...existing, ...fields, version: existing.version + 1 }
        : newAlert(newId(), alertFields, { email, userId, now: now() });
      return { fields, alert };
    },
    save(existing, { fields, alert }) {
      const { id, version, expiresAt } = alert;
      const data = expiresAt && { ...alertEventData(context, alert), expiresAt: expiresAt.toISOString() };
      const event = { aggregateId: id, aggregateVersion: version, traceparent };
      const events = data ? [createEvent(alertRequested, { ...event, data })] : [];
      return existing
        ? alerts.change(existing, fields, events)
        : alerts.insert(alert, storedToken(context.alertTokenOf(id)), events);
    },
    busy: 'This address is asking for other alerts.',
  });
  if (decision) sendEvents();
  return userId !== null;
}

/** Confirms an alert by its link, unless the address has too many (CAT-A3). An unknown link changes nothing. */
export const confirmAlert = ({ alerts, now }: AlertsContext, token: string) =>
  changeRecord({
    read: () => alerts.findOne({ tokenHash: storedToken(token) }),
    decide: (alert) => (alert && alert.expiresAt !== null ? confirmedFields(now()) : undefined),
    save: async (alert, fields) => alert !== undefined && alerts.change(alert, fields),
    busy: 'This address is confirming other alerts.',
  });
