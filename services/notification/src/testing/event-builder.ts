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
  <D extends events.EventDefinition>(definition: D, aggregateVersion: number, over: object = {}) =>
    createEvent(definition, {
      aggregateId,
      aggregateVersion,
      data: { ...shared(), ...ownFields[definition.type], ...over } as never,
    });
const ofUser = eventsOf(userId, () => ({ userId }));
const ofPerson = eventsOf(userId, () => person);
const ofOrder = eventsOf(orderId, () => ({ ...samples.order, customer }));
const ofPayout = eventsOf(request.requestId, () => ({ customer }));
const requestsOf = (fields: object) =>
  eventsOf(request.requestId, () => ({
    ...request,
    customer,
    sealedTrackingToken: seal(trackingToken, testSealKey),
    ...fields,
  }));
const ofRequest = requestsOf({});
const ofBooking = requestsOf(samples.booking);
const ofPhoneOrder = requestsOf(samples.phoneOrder);
const ofReturn = requestsOf(samples.return);
const ofAlert = eventsOf(request.requestId, () => ({
  ...samples.alert,
  sealedAlertToken: seal(alertToken, testSealKey),
}));

/** Fixed events of other services. */
export const anEvent = {
  userRegistered: (over?: Partial<typeof person>) => ofPerson(events.userRegistered, 1, over),
  userDeleted: (over?: object) => ofUser(events.userDeleted, 1, over),
  passwordResetRequested: (token: string, sealKey: string, expiresAt: Date) =>
    ofPerson(events.passwordResetRequested, 1, {
      sealedToken: seal(token, sealKey),
      expiresAt: expiresAt.toISOString(),
    }),
  passwordChanged: () => ofPerson(events.passwordChanged, 1),
  sessionReuseDetected: () => ofPerson(events.sessionReuseDetected, 1),
  accountLocked: () => ofPerson(events.accountLocked, 1),
  creditChanged: (over?: object) => ofUser(events.creditChanged, 1, { customer, ...over }),
  orderPlaced: (over?: object) => ofOrder(events.orderPlaced, 1, over),
  orderStatusChanged: (to: 'confirmed' | 'processing' | 'shipped' | 'delivered' = 'shipped', version = 3) =>
    ofOrder(events.orderStatusChanged, version, { to }),
  orderCancelled: (version = 4) => ofOrder(events.orderCancelled, version),
  orderRefunded: (buyer: { name: string; email: string } = customer, over: object = {}) =>
    ofOrder(events.orderRefunded, 5, { customer: buyer, ...over }),
  paymentSucceeded: (over?: object) => ofOrder(events.paymentSucceeded, 5, over),
  sellRequestReceived: (
    buyer: { name: string; email: string } = customer,
    subject: string = request.subject,
  ) => ofRequest(events.sellRequestReceived, 1, { customer: buyer, subject }),
  sellRequestQuoted: (validUntil = '2099-11-28T09:12:00.000Z', isInspected = false) =>
    ofRequest(events.sellRequestQuoted, 2, { validUntil, isInspected }),
  sellRequestStatusChanged: (over?: object) => ofRequest(events.sellRequestStatusChanged, 3, over),
  sellRequestPhoneReceived: () => ofRequest(events.sellRequestPhoneReceived, 4),
  sellRequestPhoneSentBack: () => ofRequest(events.sellRequestPhoneSentBack, 5),
  payoutPaid: (over?: object) => ofPayout(events.payoutPaid, 2, over),
  repairBookingReceived: (over?: object, version = 1) =>
    ofBooking(events.repairBookingReceived, version, over),
  repairBookingMoved: (over?: object) => ofBooking(events.repairBookingMoved, 2, over),
  repairBookingStatusChanged: (to: 'confirmed' | 'in-repair' = 'confirmed', over: object = {}) =>
    ofBooking(events.repairBookingStatusChanged, 3, { ...over, to }),
  repairBookingCancelled: () => ofBooking(events.repairBookingCancelled, 4),
  alertRequested: (over?: object) => ofAlert(events.alertRequested, 1, over),
  alertMatched: (over?: object) => ofAlert(events.alertMatched, 2, over),
  phoneOrderReceived: () => ofPhoneOrder(events.phoneOrderReceived, 1),
  phoneOrderStatusChanged: () => ofPhoneOrder(events.phoneOrderStatusChanged, 2),
  phoneOrderCancelled: () => ofPhoneOrder(events.phoneOrderCancelled, 3),
  returnReceived: () => ofReturn(events.returnReceived, 1),
  returnStatusChanged: (to: Exclude<events.ReturnStatus, 'settled'> = 'accepted', note = '') =>
    ofReturn(events.returnStatusChanged, 2, { to, note }),
  returnSettled: (refundTo: 'payment' | 'credit' = 'payment') =>
    ofReturn(events.returnSettled, 3, { refundTo }),
};
