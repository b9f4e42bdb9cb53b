import * as events from '@kinmel/contracts';
import { createEvent, seal } from '@kinmel/service-kit';
import samples from './sample-events.json' with { type: 'json' };

export const { person } = samples;
export const { userId } = person;
export const { orderId } = samples.order;
const { customer, request } = samples;

/** Encrypts the secrets of these events; the tested service has the same key. */
export const testSealKey = Buffer.alloc(32, 3).toString('base64');
/** The secret of the tracking link. */
export const trackingToken = 'sTracking-secret-that-nobody-may-see_01234567';
/** The secret of an alert's link. */
export const alertToken = 'Alert-secret-that-nobody-may-see_0123456789';

const ownFields: Readonly<Record<string, object>> = samples.own;

/**
 * Builds an event of one record from the shared fields, those of its type, and the given ones. `createEvent` validates
 * them.
 */
const eventsOf =
  (aggregateId: string, shared: () => object) =>
  <Definition extends events.EventDefinition>(
    definition: Definition,
    aggregateVersion: number,
    overrides: object = {},
  ) =>
    createEvent(definition, {
      aggregateId,
      aggregateVersion,
      data: { ...shared(), ...ownFields[definition.type], ...overrides } as never,
    });
const userEvent = eventsOf(userId, () => ({ userId }));
const personEvent = eventsOf(userId, () => person);
const orderEvent = eventsOf(orderId, () => ({ ...samples.order, customer }));
const payoutEvent = eventsOf(request.requestId, () => ({ customer }));
const requestEventsWith = (fields: object) =>
  eventsOf(request.requestId, () => ({
    ...request,
    customer,
    sealedTrackingToken: seal(trackingToken, testSealKey),
    ...fields,
  }));
const requestEvent = requestEventsWith({});
const bookingEvent = requestEventsWith(samples.booking);
const phoneOrderEvent = requestEventsWith(samples.phoneOrder);
const returnEvent = requestEventsWith(samples.return);
const alertEvent = eventsOf(request.requestId, () => ({
  ...samples.alert,
  sealedAlertToken: seal(alertToken, testSealKey),
}));

/** Fixed events of other services. */
export const anEvent = {
  userRegistered: (overrides?: Partial<typeof person>) => personEvent(events.userRegistered, 1, overrides),
  userDeleted: (overrides?: object) => userEvent(events.userDeleted, 1, overrides),
  passwordResetRequested: (token: string, sealKey: string, expiresAt: Date) =>
    personEvent(events.passwordResetRequested, 1, {
      sealedToken: seal(token, sealKey),
      expiresAt: expiresAt.toISOString(),
    }),
  passwordChanged: () => personEvent(events.passwordChanged, 1),
  sessionReuseDetected: () => personEvent(events.sessionReuseDetected, 1),
  accountLocked: () => personEvent(events.accountLocked, 1),
  creditChanged: (overrides?: object) => userEvent(events.creditChanged, 1, { customer, ...overrides }),
  orderPlaced: (overrides?: object) => orderEvent(events.orderPlaced, 1, overrides),
  orderStatusChanged: (to: 'confirmed' | 'processing' | 'shipped' | 'delivered' = 'shipped', version = 3) =>
    orderEvent(events.orderStatusChanged, version, { to }),
  orderCancelled: (version = 4) => orderEvent(events.orderCancelled, version),
  orderRefunded: (buyer: { name: string; email: string } = customer, overrides: object = {}) =>
    orderEvent(events.orderRefunded, 5, { customer: buyer, ...overrides }),
  paymentSucceeded: (overrides?: object) => orderEvent(events.paymentSucceeded, 5, overrides),
  sellRequestReceived: (
    buyer: { name: string; email: string } = customer,
    subject: string = request.subject,
  ) => requestEvent(events.sellRequestReceived, 1, { customer: buyer, subject }),
  sellRequestQuoted: (validUntil = '2099-11-28T09:12:00.000Z', isInspected = false) =>
    requestEvent(events.sellRequestQuoted, 2, { validUntil, isInspected }),
  sellRequestStatusChanged: (overrides?: object) =>
    requestEvent(events.sellRequestStatusChanged, 3, overrides),
  sellRequestPhoneReceived: () => requestEvent(events.sellRequestPhoneReceived, 4),
  sellRequestPhoneSentBack: () => requestEvent(events.sellRequestPhoneSentBack, 5),
  payoutPaid: (overrides?: object) => payoutEvent(events.payoutPaid, 2, overrides),
  repairBookingReceived: (overrides?: object, version = 1) =>
    bookingEvent(events.repairBookingReceived, version, overrides),
  repairBookingMoved: (overrides?: object) => bookingEvent(events.repairBookingMoved, 2, overrides),
  repairBookingStatusChanged: (to: 'confirmed' | 'in-repair' = 'confirmed', overrides: object = {}) =>
    bookingEvent(events.repairBookingStatusChanged, 3, { ...overrides, to }),
  repairBookingCancelled: () => bookingEvent(events.repairBookingCancelled, 4),
  alertRequested: (overrides?: object) => alertEvent(events.alertRequested, 1, overrides),
  alertMatched: (overrides?: object) => alertEvent(events.alertMatched, 2, overrides),
  phoneOrderReceived: () => phoneOrderEvent(events.phoneOrderReceived, 1),
  phoneOrderStatusChanged: () => phoneOrderEvent(events.phoneOrderStatusChanged, 2),
  phoneOrderCancelled: () => phoneOrderEvent(events.phoneOrderCancelled, 3),
  returnReceived: () => returnEvent(events.returnReceived, 1),
  returnStatusChanged: (to: Exclude<events.ReturnStatus, 'settled'> = 'accepted', note = '') =>
    returnEvent(events.returnStatusChanged, 2, { to, note }),
  returnSettled: (refundTo: 'payment' | 'credit' = 'payment') =>
    returnEvent(events.returnSettled, 3, { refundTo }),
};
