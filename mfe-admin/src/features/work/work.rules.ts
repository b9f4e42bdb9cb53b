import type { WorkKind, WorkOwner } from '@kinmel/contracts';
import type { ListState } from '../../lists/address/list-state.rules.ts';

/** The service that owns each kind of record. */
const owners: Readonly<Record<WorkKind, WorkOwner>> = {
  order: 'order',
  payout: 'order',
  'sell-request': 'service-request',
  'repair-booking': 'service-request',
  'phone-order': 'service-request',
  return: 'service-request',
  device: 'device',
};

export const workKinds = Object.keys(owners) as WorkKind[];

/** In the order in which failed services are listed. */
export const workOwners: readonly { readonly owner: WorkOwner; readonly part: string }[] = [
  { owner: 'order', part: 'Orders and payouts' },
  { owner: 'service-request', part: 'Sell requests, repairs, phone orders and returns' },
  { owner: 'device', part: 'Devices' },
];

export const ownerOf = (kind: WorkKind): WorkOwner => owners[kind];

export interface WorkView {
  readonly mine: boolean;
  readonly kind: WorkKind | undefined;
  /** Cursor of the page; undefined for the first. */
  readonly after: string | undefined;
}

const isKind = (text: string): text is WorkKind => Object.hasOwn(owners, text);

export const workViewOf = ({ filters: { mine, kind = 'all' }, after }: ListState): WorkView => ({
  mine: mine === 'yes',
  kind: isKind(kind) ? kind : undefined,
  after,
});
