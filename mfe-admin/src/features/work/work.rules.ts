import type { WorkKind, WorkOwner } from '@kinmel/contracts';
import type { ListState } from '../../lists/address/list-state.rules.ts';

export const workKinds = [
  'order',
  'payout',
  'sell-request',
  'repair-booking',
  'phone-order',
  'return',
  'device',
] as const satisfies readonly WorkKind[];

/** In the order in which failed services are listed. */
export const workOwners: readonly { readonly owner: WorkOwner; readonly part: string }[] = [
  { owner: 'order', part: 'Orders and payouts' },
  { owner: 'service-request', part: 'Sell requests, repairs, phone orders and returns' },
  { owner: 'device', part: 'Devices' },
];

export const workViewOf = ({ filters: { mine, kind = 'all' }, after }: ListState) => ({
  mine: mine === 'yes',
  kind: workKinds.find((one) => one === kind),
  /** Cursor of the page; undefined for the first. */
  after,
});

export type WorkView = ReturnType<typeof workViewOf>;
