import type { TrackedRequest } from '@kinmel/contracts';

const at = '2026-11-20T06:00:00.000Z';

/** A return whose lower refund is offered. */
export const aTrackedReturn = (changes: Partial<TrackedRequest> = {}): TrackedRequest =>
  aTrackedRequest({
    kind: 'return',
    subject: '1 × Case of KM-7H2K-94QX',
    status: 'offered',
    note: 'There is a scratch.',
    history: [{ at, by: 'customer', what: 'status', from: null, to: 'pending', note: '' }],
    quote: null,
    offered: null,
    hasPhoto: false,
    returned: {
      orderId: 'a'.repeat(24),
      orderNumber: 'KM-7H2K-94QX',
      lines: [
        {
          key: 'b'.repeat(24),
          name: 'Case',
          details: '',
          image: '',
          quantity: 1,
          unitPriceInMinorUnits: 9_000,
          isRestocked: true,
        },
      ],
      reason: 'faulty',
      message: '',
      refundTo: 'credit',
      refund: { amountInMinorUnits: 9_720, currency: 'NPR' },
      steps: [
        { rule: 'goods', line: 'b'.repeat(24), amountInMinorUnits: 9_000 },
        { rule: 'tax', line: null, amountInMinorUnits: 720 },
      ],
      offeredRefund: { amountInMinorUnits: 5_000, currency: 'NPR' },
      photos: [
        { path: '/api/request-links/t/photos/1', by: 'customer' },
        { path: '/api/request-links/t/photos/2', by: 'admin' },
      ],
    },
    ...changes,
  });

/** A quoted sell request. */
export const aTrackedRequest = (changes: Partial<TrackedRequest> = {}): TrackedRequest => ({
  kind: 'sell-request',
  id: 'c'.repeat(18) + 'a1b2c3',
  reference: 'a1b2c3',
  subject: 'Apple iPhone 12, 128 GB, Blue',
  status: 'quoted',
  note: 'The battery is good.',
  history: [
    { at, by: 'customer', what: 'status', from: null, to: 'pending', note: '' },
    { at, by: 'shop', what: 'quote', from: null, to: '240.00', note: '' },
    { at, by: 'shop', what: 'status', from: 'pending', to: 'quoted', note: '' },
  ],
  actions: ['accept', 'decline'],
  quote: {
    price: 240,
    currency: 'USD',
    validUntil: '2026-11-27T06:00:00.000Z',
    isExpired: false,
    agreed: null,
    pays: {
      payout: { amountInMinorUnits: 3_240_000, currency: 'NPR' },
      credit: { amountInMinorUnits: 3_402_000, currency: 'NPR' },
      creditBonusPercent: 5,
    },
    canBeCredit: true,
    payment: null,
    photos: [],
  },
  appointment: null,
  offered: {
    condition: 'good',
    hasCharger: true,
    expectedPrice: 310,
    currency: 'USD',
    isReceived: false,
    sentBack: null,
    isSettled: false,
    isPaid: false,
  },
  ordered: null,
  returned: null,
  hasPhoto: true,
  createdAt: at,
  updatedAt: at,
  version: 3,
  ...changes,
});
