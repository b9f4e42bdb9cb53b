import type { TrackedRequest } from '@kinmel/contracts';

const at = '2026-11-20T06:00:00.000Z';

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
  quote: { price: 240, validUntil: '2026-11-27T06:00:00.000Z', isExpired: false },
  appointment: null,
  offered: { condition: 'good', hasCharger: true, expectedPrice: 310 },
  ordered: null,
  returned: null,
  hasPhoto: true,
  createdAt: at,
  updatedAt: at,
  version: 3,
  ...changes,
});
