import type { AuditedKind } from '@kinmel/contracts';

const words: Readonly<Record<AuditedKind, string>> = {
  product: 'Product',
  picture: 'Picture',
  offer: 'Offer',
  order: 'Order',
  'sell-request': 'Sell request',
  'repair-booking': 'Repair',
  'phone-order': 'Phone order',
  return: 'Return',
  mail: 'Mail',
  'parked-message': 'Parked message',
  'audit-entry': 'Who did what',
  release: 'Release',
  rate: 'Rate',
  credit: 'Credit',
  device: 'Device',
  payout: 'Payout',
};

/** Address prefixes of the kinds with a page or list. */
const addresses = {
  product: '/edit-product/',
  offer: '/admin/add-offer?record=',
  order: '/admin/dashboard?tab=checkout-orders&record=',
  'sell-request': '/admin/dashboard?tab=sell-requests&record=',
  'repair-booking': '/admin/repair-bookings?record=',
  'phone-order': '/admin/dashboard?tab=booking-orders&record=',
  return: '/admin/returns?record=',
  release: '/admin/releases/',
  credit: '/admin/credit/',
  payout: '/admin/payouts?record=',
  device: '/admin/devices?record=',
} as const satisfies Partial<Record<AuditedKind, string>>;

export type OpenedKind = keyof typeof addresses;

export const kindLabel = (kind: AuditedKind): string => words[kind];

export const isOpened = (kind: AuditedKind): kind is OpenedKind => Object.hasOwn(addresses, kind);

export const recordAddress = ({ kind, id }: { readonly kind: OpenedKind; readonly id: string }): string =>
  `${addresses[kind]}${encodeURIComponent(id)}`;

/** The last six characters of an id, which staff and customers use for short. */
export const shortId = (id: string): string => id.slice(-6);
