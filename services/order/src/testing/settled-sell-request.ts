import { sellRequestSettled } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { money } from '../ledger/ledger.rules.ts';
import type { SettledSellRequest } from '../payouts/payout.rules.ts';
import samples from './sample-records.json' with { type: 'json' };

export const seller = samples.settledSellRequest.userId;

/** The event of service-request about a phone for NPR 54,000 that is paid to a bank account. */
export const aSettledSellRequest = (overrides: Partial<SettledSellRequest> = {}): SettledSellRequest => ({
  ...(structuredClone(samples.settledSellRequest) as SettledSellRequest),
  ...overrides,
});

export const creditPayment = { to: 'credit', amount: money(5_670_000), method: null, account: '' } as const;

export const soldEvent = (data: SettledSellRequest) =>
  createEvent(sellRequestSettled, { aggregateId: data.requestId, aggregateVersion: 6, data });

/** A white pixel, as PNG. */
export const receipt = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
);
