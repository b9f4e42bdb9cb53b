import { sellRequestSettled } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { money } from '../ledger/ledger.rules.ts';
import type { SettledSellRequest } from '../payouts/payout.rules.ts';

export const seller = '66000000000000000000c0de';

/** What service-request tells of a phone for NPR 54,000 that is paid to a bank account. */
export const aSettledSellRequest = (over: Partial<SettledSellRequest> = {}): SettledSellRequest => ({
  requestId: '6e0000000000000000000001',
  userId: seller,
  reference: '000001',
  subject: 'Apple iPhone 13, 128 GB, Black',
  customer: { name: 'Asha Gurung', email: 'asha@example.com' },
  sealedTrackingToken: 'sealed',
  deviceId: 'de'.repeat(12),
  price: money(5_400_000),
  payment: { to: 'payout', amount: money(5_400_000), method: 'bank', account: '00123456789' },
  ...over,
});

export const asCredit = { to: 'credit', amount: money(5_670_000), method: null, account: '' } as const;

export const soldEvent = (data: SettledSellRequest) =>
  createEvent(sellRequestSettled, { aggregateId: data.requestId, aggregateVersion: 6, data });

/** A white pixel, as PNG. */
export const receipt = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
);
