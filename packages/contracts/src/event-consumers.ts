/**
 * The consumers of each event by service; a later version has its own entry (`product.updated.v2`, decision 37). A
 * publisher declares the queues of its consumers before the first event, so that a consumer that has never run misses
 * nothing. An event without an entry is published without waiting for consumers (decision 26).
 */
export const eventConsumers: Readonly<Record<string, readonly string[]>> = {
  'account.locked': ['notification'],
  'credit.changed': ['notification'],
  'offer.created': ['order', 'notification'],
  'offer.deleted': ['order', 'notification'],
  'offer.updated': ['order', 'notification'],
  'order.cancelled': ['catalog', 'offer', 'notification'],
  'order.placed': ['catalog', 'offer', 'notification'],
  'order.refunded': ['notification'],
  'order.status-changed': ['offer', 'notification'],
  'password-reset.requested': ['notification'],
  'password.changed': ['notification'],
  'phone-order.cancelled': ['notification'],
  'phone-order.received': ['notification'],
  'phone-order.status-changed': ['notification'],
  'product.created': ['order', 'service-request'],
  'product.deleted': ['order', 'service-request'],
  'product.updated': ['order', 'service-request'],
  'repair-booking.cancelled': ['notification'],
  'repair-booking.moved': ['notification'],
  'repair-booking.received': ['notification'],
  'repair-booking.status-changed': ['notification'],
  'return.received': ['notification'],
  'return.settled': ['order', 'catalog', 'notification'],
  'return.status-changed': ['notification'],
  'sell-request.quoted': ['notification'],
  'sell-request.received': ['notification'],
  'sell-request.status-changed': ['notification'],
  'session.reuse-detected': ['notification'],
  'stock.changed': ['order'],
  'user.deleted': ['order', 'notification', 'service-request', 'catalog', 'offer'],
  'user.registered': ['notification'],
};
