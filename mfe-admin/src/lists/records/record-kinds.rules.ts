import type { AuditedKind } from '@kinmel/contracts';

/** The services with an audit trail. */
export type RecordOwner =
  | 'catalog'
  | 'offer'
  | 'order'
  | 'service-request'
  | 'device'
  | 'notification'
  | 'gateway'
  | 'auth';

/**
 * The first of the services with audit entries of a kind owns the record. For a kind without owners, all services are
 * queried.
 */
type RecordKind = readonly [word: string, address: string | null, ...owners: RecordOwner[]];

/** A kind with an address has a page or list, where a record is opened by its id. */
const kinds = {
  product: ['Product', '/edit-product/', 'catalog'],
  picture: ['Picture', null, 'catalog'],
  offer: ['Offer', '/admin/add-offer?record=', 'offer'],
  order: ['Order', '/admin/dashboard?tab=checkout-orders&record=', 'order'],
  'sell-request': ['Sell request', '/admin/dashboard?tab=sell-requests&record=', 'service-request', 'device'],
  'repair-booking': ['Repair', '/admin/repair-bookings?record=', 'service-request'],
  'phone-order': ['Phone order', '/admin/dashboard?tab=booking-orders&record=', 'service-request'],
  return: ['Return', '/admin/returns?record=', 'service-request'],
  mail: ['Mail', null, 'notification'],
  'parked-message': ['Parked message', null],
  'audit-entry': ['Who did what', null],
  release: ['Release', '/admin/releases/', 'gateway'],
  rate: ['Rate', null, 'order'],
  credit: ['Credit', '/admin/credit/', 'order'],
  device: ['Device', '/admin/devices?record=', 'device'],
  staff: ['Staff', '/admin/staff?record=', 'auth'],
  payout: ['Payout', '/admin/payouts?record=', 'order'],
} as const satisfies Readonly<Record<AuditedKind, RecordKind>>;

type Kinds = typeof kinds;

export type KindWithPage = {
  [Kind in AuditedKind]: Kinds[Kind][1] extends string ? Kind : never;
}[AuditedKind];

export const recordKinds = Object.keys(kinds) as AuditedKind[];

export const isRecordKind = (text: unknown): text is AuditedKind =>
  typeof text === 'string' && Object.hasOwn(kinds, text);

export const kindLabel = (kind: AuditedKind): string => kinds[kind][0];

export const ownersOf = (kind: AuditedKind): readonly RecordOwner[] => kinds[kind].slice(2) as RecordOwner[];

/** The service that owns the records of a kind. */
export const ownerOf = <Kind extends KindWithPage>(kind: Kind): Kinds[Kind][2] => kinds[kind][2];

export const hasPage = (kind: AuditedKind): kind is KindWithPage => kinds[kind][1] !== null;

export const recordAddress = ({ kind, id }: { readonly kind: KindWithPage; readonly id: string }): string =>
  `${kinds[kind][1]}${encodeURIComponent(id)}`;

/** The last six characters of an id, which staff and customers use for short. */
export const shortId = (id: string): string => id.slice(-6);
