import type { AuditedKind } from '@kinmel/contracts';

const words: Readonly<Record<AuditedKind, string>> = {
  product: 'Product',
  picture: 'Picture',
  offer: 'Offer',
  order: 'Order',
  'sell-request': 'Sell request',
  'repair-booking': 'Repair',
  'phone-order': 'Phone order',
  mail: 'Mail',
  'parked-message': 'Parked message',
  'audit-entry': 'Who did what',
};

/** The kinds that are opened as a page or in a list, by what stands before the id. */
const addresses = {
  product: '/edit-product/',
  offer: '/admin/add-offer?record=',
  order: '/admin/dashboard?tab=checkout-orders&record=',
  'sell-request': '/admin/dashboard?tab=sell-requests&record=',
  'repair-booking': '/admin/repair-bookings?record=',
  'phone-order': '/admin/dashboard?tab=booking-orders&record=',
} as const satisfies Partial<Record<AuditedKind, string>>;

export type OpenedKind = keyof typeof addresses;

export const kindWord = (kind: AuditedKind): string => words[kind];

export const isOpened = (kind: AuditedKind): kind is OpenedKind => Object.hasOwn(addresses, kind);

/** Where a record is opened, in its own tab. */
export const recordAddress = ({ kind, id }: { readonly kind: OpenedKind; readonly id: string }): string =>
  `${addresses[kind]}${encodeURIComponent(id)}`;
