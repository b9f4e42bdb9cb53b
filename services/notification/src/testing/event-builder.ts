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
  <D extends events.EventDefinition>(definition: D, aggregateVersion: number, overrides: object = {}) =>
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
  userRegistered: (over?: Partial<typeof person>) => personEvent(events.userRegistered, 1, over),
  userDeleted: (over?: object) => userEvent(events.userDeleted, 1, over),
  passwordResetRequested: (token: string, sealKey: string, expiresAt: Date) =>
    personEvent(events.passwordResetRequested, 1, {
      sealedToken: seal(token, sealKey),
      expiresAt: expiresAt.toISOString(),
    }),
  passwordChanged: () => personEvent(events.passwordChanged, 1),
  sessionReuseDetected: () => personEvent(events.sessionReuseDetected, 1),
  accountLocked: () => personEvent(events.accountLocked, 1),
  creditChanged: (over?: object) => userEvent(events.creditChanged, 1, { customer, ...over }),
  orderPlaced: (over?: object) => orderEvent(events.orderPlaced, 1, over),
  orderStatusChanged: (to: 'confirmed' | 'processing' | 'shipped' | 'delivered' = 'shipped', version = 3) =>
    orderEvent(events.orderStatusChanged, version, { to }),
  orderCancelled: (version = 4) => orderEvent(events.orderCancelled, version),
  orderRefunded: (buyer: { name: string; email: string } = customer, over: object = {}) =>
    orderEvent(events.orderRefunded, 5, { customer: buyer, ...over }),
  paymentSucceeded: (over?: object) => orderEvent(events.paymentSucceeded, 5, over),
  sellRequestReceived: (
    buyer: { name: string; email: string } = customer,
    subject: string = request.subject,
  ) => requestEvent(events.sellRequestReceived, 1, { customer: buyer, subject }),
  sellRequestQuoted: (validUntil = '2099-11-28T09:12:00.000Z', isInspected = false) =>
    requestEvent(events.sellRequestQuoted, 2, { validUntil, isInspected }),
  sellRequestStatusChanged: (over?: object) => requestEvent(events.sellRequestStatusChanged, 3, over),
  sellRequestPhoneReceived: () => requestEvent(events.sellRequestPhoneReceived, 4),
  sellRequestPhoneSentBack: () => requestEvent(events.sellRequestPhoneSentBack, 5),
  payoutPaid: (over?: object) => payoutEvent(events.payoutPaid, 2, over),
  repairBookingReceived: (over?: object, version = 1) =>
    bookingEvent(events.repairBookingReceived, version, over),
  repairBookingMoved: (over?: object) => bookingEvent(events.repairBookingMoved, 2, over),
  repairBookingStatusChanged: (to: 'confirmed' | 'in-repair' = 'confirmed', over: object = {}) =>
    bookingEvent(events.repairBookingStatusChanged, 3, { ...over, to }),
  repairBookingCancelled: () => bookingEvent(events.repairBookingCancelled, 4),
  alertRequested: (over?: object) => alertEvent(events.alertRequested, 1, over),
  alertMatched: (over?: object) => alertEvent(events.alertMatched, 2, over),
  phoneOrderReceived: () => phoneOrderEvent(events.phoneOrderReceived, 1),
  phoneOrderStatusChanged: () => phoneOrderEvent(events.phoneOrderStatusChanged, 2),
  phoneOrderCancelled: () => phoneOrderEvent(events.phoneOrderCancelled, 3),
  returnReceived: () => returnEvent(events.returnReceived, 1),
  returnStatusChanged: (to: Exclude<events.ReturnStatus, 'settled'> = 'accepted', note = '') =>
    returnEvent(events.returnStatusChanged, 2, { to, note }),
  returnSettled: (refundTo: 'payment' | 'credit' = 'payment') =>
    returnEvent(events.returnSettled, 3, { refundTo }),
};
