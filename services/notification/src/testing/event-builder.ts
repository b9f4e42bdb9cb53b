import {
  accountLocked,
  orderCancelled,
  orderPlaced,
  orderRefunded,
  orderStatusChanged,
  passwordChanged,
  passwordResetRequested,
  sessionReuseDetected,
  userDeleted,
  userRegistered,
} from '@kinmel/contracts';
import { createEvent, seal, type WireEvent } from '@kinmel/service-kit';

export const userId = '6600000000000000000000c1';
export const orderId = '6600000000000000000000e1';
export const person = { userId, email: 'asha.rai@kinmel.example', fullName: 'Asha Rai' };
const customer = { name: 'Asha Rai', email: person.email };
const order = { orderId, orderNumber: 'KM-7H2K-94QX', userId, customer };
const ofUser = { aggregateId: userId, aggregateVersion: 1 };
const ofOrder = (aggregateVersion: number) => ({ aggregateId: orderId, aggregateVersion });

/** Fixed events of the others, as they publish them. */
export const anEvent = {
  userRegistered: (over: Partial<typeof person> = {}): WireEvent =>
    createEvent(userRegistered, { ...ofUser, data: { ...person, ...over } }),
  userDeleted: (): WireEvent => createEvent(userDeleted, { ...ofUser, data: { userId } }),
  passwordResetRequested: (token: string, sealKey: string, expiresAt: Date): WireEvent =>
    createEvent(passwordResetRequested, {
      ...ofUser,
      data: { ...person, sealedToken: seal(token, sealKey), expiresAt: expiresAt.toISOString() },
    }),
  passwordChanged: (): WireEvent =>
    createEvent(passwordChanged, {
      ...ofUser,
      data: { ...person, cause: 'reset', changedAt: '2026-11-21T09:12:00.000Z' },
    }),
  sessionReuseDetected: (): WireEvent =>
    createEvent(sessionReuseDetected, {
      ...ofUser,
      data: {
        ...person,
        sessionId: 's1',
        device: 'Firefox on Windows',
        address: '203.0.113.24',
        detectedAt: '2026-11-21T09:12:00.000Z',
      },
    }),
  accountLocked: (): WireEvent =>
    createEvent(accountLocked, {
      ...ofUser,
      data: { ...person, address: '203.0.113.24', lockedUntil: '2026-11-21T09:27:00.000Z' },
    }),
  orderPlaced: (): WireEvent =>
    createEvent(orderPlaced, {
      ...ofOrder(1),
      data: {
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
      },
    }),
  orderStatusChanged: (
    to: 'confirmed' | 'processing' | 'shipped' | 'delivered' = 'shipped',
    version = 3,
  ): WireEvent =>
    createEvent(orderStatusChanged, {
      ...ofOrder(version),
      data: { ...order, from: 'pending', to, note: 'It comes on Monday.' },
    }),
  orderCancelled: (version = 4): WireEvent =>
    createEvent(orderCancelled, {
      ...ofOrder(version),
      data: { ...order, reason: 'customer', note: '', isRefunded: true },
    }),
  orderRefunded: (buyer: { name: string; email: string } = customer): WireEvent =>
    createEvent(orderRefunded, {
      ...ofOrder(5),
      data: { ...order, customer: buyer, amountInMinorUnits: 19_764_000, note: '' },
    }),
};
