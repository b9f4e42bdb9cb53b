import type { PublishedEvent, ReceivedEvent } from '@kinmel/contracts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';

/** The services that publish or receive events. */
export const services = ['order', 'catalog', 'offer', 'notification', 'service-request', 'device'] as const;

export type ServiceName = (typeof services)[number];

/** The events of a record in one service. */
interface RecordEvents {
  readonly published: readonly PublishedEvent[];
  readonly received: readonly ReceivedEvent[];
}

const compareTimes = (left: string, right: string) => left.localeCompare(right);

/** Merges the answers of all services into one timeline. A service that did not answer is missing in `parts`. */
export function followedEvents(parts: Readonly<Partial<Record<ServiceName, RecordEvents>>>) {
  const published = new Map<string, PublishedEvent & { readonly publisher: ServiceName }>();
  const received = new Map<string, Map<string, ReceivedEvent>>();
  for (const service of services) {
    for (const event of parts[service]?.published ?? [])
      published.set(event.eventId, { ...event, publisher: service });
    for (const event of parts[service]?.received ?? [])
      received.set(event.eventId, (received.get(event.eventId) ?? new Map()).set(service, event));
  }
  const isAnswered = (service: string) =>
    services.some((name) => name === service && parts[name] !== undefined);
  const events = [...new Set([...published.keys(), ...received.keys()])].map((eventId) => {
    const event = published.get(eventId);
    const receipts = received.get(eventId) ?? new Map<string, ReceivedEvent>();
    const deliveries = [...new Set([...(event?.consumers ?? []), ...receipts.keys()])].map((service) => {
      // `on-its-way`: in the broker or waiting for a retry. `unknown`: the service does not answer.
      const pending = event?.state === 'waiting' ? 'held' : 'on-its-way';
      const {
        state = isAnswered(service) ? pending : 'unknown',
        at = null,
        reason = null,
      } = receipts.get(service) ?? {};
      return { service, state, at, reason } as const;
    });
    const firstReceivedAt = [...receipts.values()].map(({ at }) => at).toSorted(compareTimes)[0];
    const followed = {
      eventId,
      eventType: event?.eventType ?? [...receipts.values()][0]?.eventType ?? '',
      /** Undefined when its publisher does not answer or has deleted it. */
      published: event,
      deliveries,
    };
    return { time: event?.occurredAt ?? firstReceivedAt ?? '', followed };
  });
  return events
    .toSorted((left, right) => compareTimes(left.time, right.time))
    .map(({ followed }) => followed);
}

export type FollowedEvent = ReturnType<typeof followedEvents>[number];

/** "order.status-changed" to "Order status changed". */
export const eventText = (eventType: string): string => sentenceCase(eventType.replaceAll('.', '-'));

/** Undefined when the text cannot be an order id. */
export function readOrderId(text: string | null): string | undefined {
  const id = text?.trim().toLowerCase() ?? '';
  return /^[0-9a-f]{24}$/.test(id) ? id : undefined;
}

/** Normalizes an order number; undefined when the text cannot be one. */
export function readOrderNumber(text: string): string | undefined {
  const [, first, second] = /^KM[- ]?([0-9A-Z]{4})[- ]?([0-9A-Z]{4})$/i.exec(text.trim()) ?? [];
  return first && second && `KM-${first}-${second}`.toUpperCase();
}
