/** Who takes which type of event. A test holds this against the subscriptions of the services. */
export const consumersOf: Readonly<Record<string, readonly string[]>> = {
  'order.placed': ['catalog', 'offer', 'notification'],
  'order.status-changed': ['offer', 'notification'],
  'order.cancelled': ['catalog', 'offer', 'notification'],
  'order.refunded': ['notification'],
  'product.created': ['order'],
  'product.updated': ['order'],
  'product.deleted': ['order'],
  'stock.changed': ['order'],
  'offer.created': ['order', 'notification'],
  'offer.updated': ['order', 'notification'],
  'offer.deleted': ['order', 'notification'],
};

/** Services that consume something of the above. */
export const consumingServices: readonly string[] = [...new Set(Object.values(consumersOf).flat())].sort();

/** The queue of a consumer for a type of event: `catalog.order-placed`. */
export const queueOf = (service: string, type: string): string => `${service}.${type.replaceAll('.', '-')}`;

export const queuesOf = (type: string): readonly string[] =>
  (consumersOf[type] ?? []).map((service) => queueOf(service, type));
