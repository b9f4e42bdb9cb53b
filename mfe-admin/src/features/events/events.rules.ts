import type { ParkedMessageAnswer, PublishedEvent, ReceivedEvent } from '@kinmel/contracts';

/** The services that publish or take events about orders, products, offers and requests; each answers for itself. */
export const services = ['order', 'catalog', 'offer', 'notification', 'service-request'] as const;

export type ServiceName = (typeof services)[number];

/** What one service said about a record. */
export interface RecordEvents {
  readonly published: readonly PublishedEvent[];
  readonly received: readonly ReceivedEvent[];
}

/** Where an event stands with one of its consumers. */
export interface Delivery {
  readonly service: string;
  /** `on-its-way`: the broker or a retry has it. `unknown`: the service does not answer. */
  readonly state: 'taken-up' | 'parked' | 'on-its-way' | 'held' | 'unknown';
  readonly at: string | null;
  readonly reason: string | null;
}

/** One event and its way. */
export interface FollowedEvent {
  readonly eventId: string;
  readonly eventType: string;
  /** Null where only a consumer knows of it: its publisher does not answer, or has forgotten it. */
  readonly published:
    | (Pick<PublishedEvent, 'state' | 'occurredAt' | 'sentAt'> & { readonly by: ServiceName })
    | null;
  readonly deliveries: readonly Delivery[];
}

const byTime = (left: string, right: string) => left.localeCompare(right);

/** Merges what all owners said into one line of events by time; undefined for an owner that did not answer. */
export function followedEvents(
  parts: Readonly<Partial<Record<ServiceName, RecordEvents>>>,
): readonly FollowedEvent[] {
  const published = new Map<string, PublishedEvent & { readonly by: ServiceName }>();
  const received = new Map<string, Map<string, ReceivedEvent>>();
  for (const by of services) {
    for (const event of parts[by]?.published ?? []) published.set(event.eventId, { ...event, by });
    for (const event of parts[by]?.received ?? [])
      received.set(event.eventId, (received.get(event.eventId) ?? new Map()).set(by, event));
  }
  const isAnswered = (service: string) => services.some((one) => one === service && parts[one] !== undefined);
  const events = [...new Set([...published.keys(), ...received.keys()])].map((eventId) => {
    const event = published.get(eventId);
    const marks = received.get(eventId) ?? new Map<string, ReceivedEvent>();
    const deliveries = [...new Set([...(event?.consumers ?? []), ...marks.keys()])].map(
      (service): Delivery => {
        const mark = marks.get(service);
        if (mark) return { service, state: mark.state, at: mark.at, reason: mark.reason };
        const state = isAnswered(service) ? (event?.state === 'waiting' ? 'held' : 'on-its-way') : 'unknown';
        return { service, state, at: null, reason: null };
      },
    );
    const first = [...marks.values()].map(({ at }) => at).toSorted(byTime)[0];
    const followed: FollowedEvent = {
      eventId,
      eventType: event?.eventType ?? [...marks.values()][0]?.eventType ?? '',
      published: event
        ? { by: event.by, state: event.state, occurredAt: event.occurredAt, sentAt: event.sentAt }
        : null,
      deliveries,
    };
    return { time: event?.occurredAt ?? first ?? '', followed };
  });
  return events.toSorted((left, right) => byTime(left.time, right.time)).map(({ followed }) => followed);
}

/** "order.status-changed" to "Order status changed". */
export function eventWords(eventType: string): string {
  const words = eventType.replaceAll(/[.-]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** An order's id as an address or a person gives it; undefined when it cannot be one. */
export function readOrderId(text: string | null): string | undefined {
  const id = text?.trim().toLowerCase() ?? '';
  return /^[0-9a-f]{24}$/.test(id) ? id : undefined;
}

/** An order's number, however its letters and signs were typed; undefined when it cannot be one. */
export function readOrderNumber(text: string): string | undefined {
  const [, first, second] = /^KM[- ]?([0-9A-Z]{4})[- ]?([0-9A-Z]{4})$/i.exec(text.trim()) ?? [];
  return first && second && `KM-${first}-${second}`.toUpperCase();
}

/** The id of the order with a number, out of what a search for it found; null where it found none. */
export function readFoundOrder(answer: unknown, orderNumber: string): string | null | undefined {
  const { orders } = (answer ?? {}) as { orders?: unknown };
  if (!Array.isArray(orders)) return undefined;
  const found = (orders as readonly { _id?: unknown; orderNumber?: unknown }[]).find(
    (order) => order?.orderNumber === orderNumber,
  );
  return typeof found?._id === 'string' ? found._id : null;
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Asia/Kathmandu',
});

/** "21 Nov, 14:05:09" in the shop's time: seconds tell which of two came first. */
export const formatSecond = (iso: string): string => moment.format(new Date(iso)).replace('Sept', 'Sep');

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isEvent = (value: unknown): value is Fields =>
  isFields(value) && isText(value['eventId']) && isText(value['eventType']) && isText(value['state']);

/** Reads `{published, received}`. */
export function readRecordEvents(answer: unknown): RecordEvents | undefined {
  if (!isFields(answer)) return undefined;
  const { published, received } = answer;
  if (!Array.isArray(published) || !Array.isArray(received)) return undefined;
  return {
    published: published.filter(
      (event): event is PublishedEvent =>
        isEvent(event) && isText(event['occurredAt']) && Array.isArray(event['consumers']),
    ),
    received: received.filter((event): event is ReceivedEvent => isEvent(event) && isText(event['at'])),
  };
}

/** The parked messages of a service that are shown, and how many there are. */
export interface ParkedMessages {
  readonly messages: readonly ParkedMessageAnswer[];
  readonly total: number;
}

/** Reads `{data, total}`. */
export function readParkedMessages(answer: unknown): ParkedMessages | undefined {
  if (!isFields(answer) || !Array.isArray(answer['data'])) return undefined;
  const messages = answer['data'].filter(
    (message): message is ParkedMessageAnswer =>
      isFields(message) && isText(message['eventType']) && isText(message['reason']),
  );
  const { total } = answer;
  return { messages, total: typeof total === 'number' ? total : messages.length };
}
