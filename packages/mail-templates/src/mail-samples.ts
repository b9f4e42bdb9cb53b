import type { MailSettings } from './mail-settings.ts';
import type { MailData, MailName } from './mail-templates.ts';

/** The shop as previews and tests show it. */
export const sampleSettings: MailSettings = {
  shopUrl: 'https://shop.kinmel.example',
  timeZone: 'Asia/Kathmandu',
  contact: { address: 'Durbar Marg, Kathmandu', email: 'hello@kinmel.example', phone: '+977 1 555 0142' },
};

const person = { fullName: 'Asha Rai', email: 'asha.rai@kinmel.example' };
const order = { orderId: '6600000000000000000000e1', orderNumber: 'KM-7H2K-94QX', customerName: 'Asha Rai' };

const request = { customerName: 'Asha Rai', token: 'sZk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGpNe5oKiUxYBA' };
const sellRequest = { ...request, reference: '5A3F09', subject: 'Apple iPhone 13, 128 GB, Black' };
const repairBooking = {
  ...request,
  reference: '5A3F0A',
  subject: 'Repair of iPhone 15 Pro',
  startsAt: '2026-11-24T03:45:00.000Z',
  timeZone: 'Asia/Kathmandu',
  requestId: '6600000000000000005a3f0a',
  version: 1,
  changedAt: '2026-11-21T09:12:00.000Z',
};
const phoneOrder = { ...request, reference: '5A3F0B', subject: '2 × iPhone 15 Pro, 256 GB, Black' };

/** What each mail is drawn with in its preview. */
export const mailSamples: { readonly [Name in MailName]: MailData<Name> } = {
  welcome: person,
  'password-reset': {
    ...person,
    token: 'Zk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGpNe5oKiUxYBA',
    expiresAt: '2026-11-21T09:35:00.000Z',
  },
  'password-changed': { ...person, cause: 'reset', changedAt: '2026-11-21T09:12:00.000Z' },
  'session-warning': {
    ...person,
    device: 'Firefox on Windows',
    address: '203.0.113.24',
    detectedAt: '2026-11-21T09:12:00.000Z',
  },
  'account-locked': { ...person, address: '203.0.113.24', lockedUntil: '2026-11-21T09:27:00.000Z' },
  'order-placed': {
    ...order,
    lines: [
      {
        name: 'iPhone 13 Pro',
        details: '256 GB, Sierra Blue',
        quantity: 1,
        priceInMinorUnits: 9_150_000,
        lineTotalInMinorUnits: 9_150_000,
      },
      {
        name: 'USB-C charger 30 W with a braided cable of two metres',
        quantity: 2,
        priceInMinorUnits: 249_950,
        lineTotalInMinorUnits: 499_900,
      },
    ],
    promoCode: 'TIHAR10',
    subtotalInMinorUnits: 9_649_900,
    shippingInMinorUnits: 0,
    taxInMinorUnits: 771_992,
    taxLabel: 'Tax (8%)',
    totalInMinorUnits: 10_421_892,
    paymentMethod: 'cash_on_delivery',
    deliverTo: 'Asha Rai, Jhamsikhel 12, Lalitpur 44700',
  },
  'order-status-changed': {
    ...order,
    status: 'shipped',
    note: 'The parcel comes with Nepal Post on Monday.',
  },
  'order-cancelled': { ...order, reason: 'not-paid-in-time', note: '', money: 'none' },
  'order-refunded': { ...order, amountInMinorUnits: 10_421_892, note: '' },
  'sell-request-received': sellRequest,
  'sell-request-quoted': {
    ...sellRequest,
    priceInMinorUnits: 32_050,
    validUntil: '2026-11-28T09:12:00.000Z',
    note: 'With its charger, if it looks as described.',
  },
  'sell-request-status-changed': {
    ...sellRequest,
    from: 'quoted',
    status: 'accepted',
    by: 'customer',
    note: '',
  },
  'repair-booking-received': repairBooking,
  'repair-booking-moved': {
    ...repairBooking,
    from: { date: '2026-11-23', time: '14:00' },
    by: 'admin',
    note: 'The part comes a day later.',
  },
  'repair-booking-reminder': repairBooking,
  'repair-booking-status-changed': { ...repairBooking, status: 'confirmed', note: '' },
  'repair-booking-cancelled': { ...repairBooking, by: 'customer', note: '' },
  'phone-order-received': {
    ...phoneOrder,
    priority: 'express',
    ordered: {
      totalInMinorUnits: 8_999_800,
      paymentMethod: 'full',
      pickup: { date: '2026-11-25', time: '14:00' },
    },
  },
  'phone-order-status-changed': { ...phoneOrder, status: 'shipped', note: 'It comes on Monday.' },
  'phone-order-cancelled': { ...phoneOrder, by: 'admin', note: 'This colour is not made any more.' },
  'newsletter-confirm': {
    confirmToken: '7d9f7b1e5a4b4c7e9a550c5c.1.Zk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGp',
    unsubscribeToken: '7d9f7b1e5a4b4c7e9a550c5c.Lq7dJhGpZk3s9bqW1uTt0m6v8yXcRf2a',
    validHours: 48,
  },
  'newsletter-welcome': { unsubscribeToken: '7d9f7b1e5a4b4c7e9a550c5c.Lq7dJhGpZk3s9bqW1uTt0m6v8yXcRf2a' },
  'newsletter-offer': {
    title: 'Tihar: 10 % off iPhone 13 Pro',
    description: 'Ten percent less for the festival days, on every colour that we have.',
    productName: 'iPhone 13 Pro',
    originalPriceInMinorUnits: 9_150_000,
    discountedPriceInMinorUnits: 8_235_000,
    promoCode: 'TIHAR10',
    validUntil: '2026-11-30',
    unsubscribeToken: '7d9f7b1e5a4b4c7e9a550c5c.Lq7dJhGpZk3s9bqW1uTt0m6v8yXcRf2a',
  },
};
