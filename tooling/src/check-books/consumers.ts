import { eventConsumers } from '@kinmel/contracts';

/** Who takes which type of event of the money path and of requests. */
export const consumersOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(eventConsumers).filter(([type]) =>
    /^(order|product|stock|offer|sell-request|repair-booking|phone-order)\./.test(type),
  ),
);

/** Services that consume something of the above. */
export const consumingServices: readonly string[] = [...new Set(Object.values(consumersOf).flat())].sort();

/** The queue of a consumer for a type of event: `catalog.order-placed`. */
export const queueOf = (service: string, type: string): string => `${service}.${type.replaceAll('.', '-')}`;

export const queuesOf = (type: string): readonly string[] =>
  (consumersOf[type] ?? []).map((service) => queueOf(service, type));
