import * as events from '@kinmel/contracts';
import { createEvent, seal } from '@kinmel/service-kit';

export const userId = '6600000000000000000000c1';
export const orderId = '6600000000000000000000e1';
export const person = { userId, email: 'asha.rai@kinmel.example', fullName: 'Asha Rai' };
const customer = { name: 'Asha Rai', email: person.email };
const order = { orderId, orderNumber: 'KM-7H2K-94QX', userId, customer };

const eventsOf =
  (aggregateId: string) =>
  <D extends events.EventDefinition>(
    definition: D,
    aggregateVersion: number,
    data: Parameters<typeof createEvent<D>>[1]['data'],
  ) =>
    createEvent(definition, { aggregateId, aggregateVersion, data });
const ofUser = eventsOf(userId);
const ofOrder = eventsOf(orderId);

/** Seals the secrets of these events; the tested service has the same key. */
export const testSealKey = Buffer.alloc(32, 3).toString('base64');
/** The secret of the tracking link. */
export const trackingToken = 'sTracking-secret-that-nobody-may-see_01234567';
/** The secret of an alert's link. */
export const alertToken = 'Alert-secret-that-nobody-may-see_0123456789';
const requestId = '6600000000000000005a3f09';
const ofRequest = eventsOf(requestId);
const aRequest = () => ({
  requestId,
  userId: null,
  reference: '5A3F09',
  subject: 'Apple iPhone 13, 128 GB, Black',
  customer,
  sealedTrackingToken: seal(trackingToken, testSealKey),
});
const aBooking = () => ({
  ...aRequest(),
  subject: 'Repair of iPhone 15 Pro',
  appointment: { date: '2026-11-24', time: '09:30', timeZone: 'Asia/Kathmandu' },
  startsAt: '2026-11-24T03:45:00.000Z',
});
const anAlert = () => ({
  kind: 'wish' as const,
  subject: 'iPhone 13 Pro',
  productId: null,
  maxPrice: { amountInMinorUnits: 7_000_000, currency: 'NPR' as const },
  minGrade: 'B' as const,
  alertId: requestId,
  email: person.email,
  userId: null,
  sealedAlertToken: seal(alertToken, testSealKey),
});
const aPhoneOrder = () => ({ ...aRequest(), subject: '2 × iPhone 15 Pro, 256 GB, Black' });

const aReturn = () => ({
  ...aRequest(),
  subject: '1 × iPhone 13 Pro, 256 GB, Sierra Blue',
  orderId,
  orderNumber: order.orderNumber,
  refund: { amountInMinorUnits: 9_882_000, currency: 'NPR' as const },
});

/** Fixed events of other services. */
export const anEvent = {
  userRegistered: (over: Partial<typeof person> = {}) =>
    ofUser(events.userRegistered, 1, { ...person, ...over }),
  userDeleted: () => ofUser(events.userDeleted, 1, { userId }),
  passwordResetRequested: (token: string, sealKey: string, expiresAt: Date) =>
    ofUser(events.passwordResetRequested, 1, {
      ...person,
      sealedToken: seal(token, sealKey),
      expiresAt: expiresAt.toISOString(),
    }),
  passwordChanged: () =>
    ofUser(events.passwordChanged, 1, { ...person, cause: 'reset', changedAt: '2026-11-21T09:12:00.000Z' }),
  sessionReuseDetected: () =>
    ofUser(events.sessionReuseDetected, 1, {
      ...person,
      sessionId: 's1',
      device: 'Firefox on Windows',
      address: '203.0.113.24',
      detectedAt: '2026-11-21T09:12:00.000Z',
    }),
  accountLocked: () =>
    ofUser(events.accountLocked, 1, {
      ...person,
      address: '203.0.113.24',
      lockedUntil: '2026-11-21T09:27:00.000Z',
    }),
  creditChanged: (over: object = {}) =>
    ofUser(events.creditChanged, 1, {
      userId,
      customer,
      cause: 'goodwill',
      reason: 'Your parcel came late.',
      order: null,
      amount: { amountInMinorUnits: 50_000, currency: 'NPR' },
      balance: { amountInMinorUnits: 1_240_000, currency: 'NPR' },
      ...over,
    }),
  orderPlaced: (over: object = {}) =>
    ofOrder(events.orderPlaced, 1, {
      ...order,
      lines: [
        {
          productId: 'a'.repeat(24),
          isProduct: true,
          offerId: null,
          name: 'Galaxy S26',
          details: '256 GB, Silver',
          quantity: 2,
          priceInMinorUnits: 9_150_000,
          lineTotalInMinorUnits: 18_300_000,
        },
      ],
      offerIds: [],
      promoCode: null,
      subtotalInMinorUnits: 18_300_000,
      shippingInMinorUnits: 0,
      taxInMinorUnits: 1_464_000,
      taxLabel: 'Tax (8%)',
      totalInMinorUnits: 19_764_000,
      paymentMethod: 'cash_on_delivery',
      deliverTo: 'Jhamsikhel 12, Lalitpur 44700',
      ...over,
    }),
  orderStatusChanged: (to: 'confirmed' | 'processing' | 'shipped' | 'delivered' = 'shipped', version = 3) =>
    ofOrder(events.orderStatusChanged, version, {
      ...order,
      from: 'pending',
      to,
      note: 'It comes on Monday.',
    }),
  orderCancelled: (version = 4) =>
    ofOrder(events.orderCancelled, version, { ...order, reason: 'customer', note: '', money: 'goes-back' }),
  orderRefunded: (buyer: { name: string; email: string } = customer, over: object = {}) =>
    ofOrder(events.orderRefunded, 5, {
      ...order,
      customer: buyer,
      amountInMinorUnits: 19_764_000,
      note: '',
      ...over,
    }),
  paymentSucceeded: (over: object = {}) =>
    ofOrder(events.paymentSucceeded, 5, {
      ...order,
      amountInMinorUnits: 19_764_000,
      paymentMethod: 'esewa',
      ...over,
    }),
  sellRequestReceived: (
    buyer: { name: string; email: string } = customer,
    subject = 'Apple iPhone 13, 128 GB, Black',
  ) => ofRequest(events.sellRequestReceived, 1, { ...aRequest(), customer: buyer, subject }),
  sellRequestQuoted: (validUntil = '2099-11-28T09:12:00.000Z', isInspected = false) =>
    ofRequest(events.sellRequestQuoted, 2, {
      ...aRequest(),
      priceInMinorUnits: 32_050,
      validUntil,
      note: 'With its charger.',
      isInspected,
    }),
  sellRequestStatusChanged: (over: object = {}) =>
    ofRequest(events.sellRequestStatusChanged, 3, {
      ...aRequest(),
      from: 'quoted',
      to: 'accepted',
      by: 'customer',
      note: '',
      ...over,
    }),
  sellRequestPhoneReceived: () => ofRequest(events.sellRequestPhoneReceived, 4, aRequest()),
  sellRequestPhoneSentBack: () =>
    ofRequest(events.sellRequestPhoneSentBack, 5, { ...aRequest(), note: 'Parcel NP-2210' }),
  payoutPaid: (over: object = {}) =>
    ofRequest(events.payoutPaid, 2, {
      sellRequestId: requestId,
      userId,
      reference: '5A3F09',
      subject: 'Apple iPhone 13, 128 GB, Black',
      customer,
      amount: { amountInMinorUnits: 4_326_750, currency: 'NPR' },
      method: 'bank',
      paymentReference: 'NIC-0042',
      ...over,
    }),
  repairBookingReceived: (over: object = {}, version = 1) =>
    ofRequest(events.repairBookingReceived, version, { ...aBooking(), ...over }),
  repairBookingMoved: (over: object = {}) =>
    ofRequest(events.repairBookingMoved, 2, {
      ...aBooking(),
      ...over,
      from: { date: '2026-11-23', time: '14:00', timeZone: 'Asia/Kathmandu' },
      by: 'admin',
      note: 'The part comes a day later.',
    }),
  repairBookingStatusChanged: (to: 'confirmed' | 'in-repair' = 'confirmed', over: object = {}) =>
    ofRequest(events.repairBookingStatusChanged, 3, {
      ...aBooking(),
      ...over,
      from: 'pending',
      to,
      note: '',
    }),
  repairBookingCancelled: () =>
    ofRequest(events.repairBookingCancelled, 4, { ...aBooking(), by: 'customer', note: '' }),
  alertRequested: (over: object = {}) =>
    ofRequest(events.alertRequested, 1, { ...anAlert(), expiresAt: '2099-11-22T10:00:00.000Z', ...over }),
  alertMatched: (over: object = {}) =>
    ofRequest(events.alertMatched, 2, {
      ...anAlert(),
      cause: 'back',
      product: {
        productId: '66000000000000000000a001',
        name: 'iPhone 13 Pro',
        price: { amountInMinorUnits: 6_890_000, currency: 'NPR' },
      },
      ...over,
    }),
  phoneOrderReceived: () =>
    ofRequest(events.phoneOrderReceived, 1, {
      ...aPhoneOrder(),
      quantity: 2,
      priority: 'express',
      ordered: {
        totalInMinorUnits: 30_000_000,
        paymentMethod: 'full',
        pickup: { date: '2026-11-25', time: '14:00' },
      },
    }),
  phoneOrderStatusChanged: () =>
    ofRequest(events.phoneOrderStatusChanged, 2, {
      ...aPhoneOrder(),
      from: 'processing',
      to: 'shipped',
      note: 'It comes on Monday.',
    }),
  phoneOrderCancelled: () =>
    ofRequest(events.phoneOrderCancelled, 3, {
      ...aPhoneOrder(),
      by: 'admin',
      note: 'This colour is not made any more.',
    }),
  returnReceived: () => ofRequest(events.returnReceived, 1, { ...aReturn(), refundTo: 'payment' }),
  returnStatusChanged: (to: Exclude<events.ReturnStatus, 'settled'> = 'accepted', note = '') =>
    ofRequest(events.returnStatusChanged, 2, { ...aReturn(), from: 'pending', to, by: 'admin', note }),
  returnSettled: (refundTo: 'payment' | 'credit' = 'payment') =>
    ofRequest(events.returnSettled, 3, {
      ...aReturn(),
      lines: [{ key: orderId, productId: orderId, isProduct: true, quantity: 1, isRestocked: true }],
      refundTo,
      note: 'A scratch.',
    }),
};
