import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { perService } from './per-service.ts';

/** An event that a service published about a record, without its data. */
export const publishedEventSchema = z.object({
  eventId: z.string(),
  /** The routing key: `order.placed`. */
  eventType: z.string(),
  /** `waiting`: it has not left the outbox yet, or not for every consumer. */
  state: z.enum(['waiting', 'sent']),
  occurredAt: z.iso.datetime(),
  /** When the broker had it for all its consumers; null while it waits. */
  sentAt: z.iso.datetime().nullable(),
  /** The services that take it; none where it is only told to whoever listens. */
  consumers: z.array(z.string()),
});

/** An event of a published record as its answer says it. */
export type PublishedEvent = z.output<typeof publishedEventSchema>;

/** What a service did with an event about a record that another one published. */
export const receivedEventSchema = z.object({
  eventId: z.string(),
  eventType: z.string(),
  /** `parked`: given up, and it waits for a person. */
  state: z.enum(['taken-up', 'parked']),
  /** When it took effect, or when it was parked. */
  at: z.iso.datetime(),
  /** Why it was parked, with addresses and long secrets left out. */
  reason: z.string().nullable(),
});

/** A received event as its answer says it. */
export type ReceivedEvent = z.output<typeof receivedEventSchema>;

const endpointOf = (service: Endpoint['owner'], name: string) =>
  defineEndpoint({
    id: `list${name}RecordEvents`,
    owner: service,
    method: 'GET',
    path: `/api/admin/services/${service}/events`,
    role: 'admin',
    summary: `The events about one record that ${service} published, and those that it took up or parked, oldest first: of the last seven days, parked ones of thirty.`,
    query: z.strictObject({
      /** Id of the order, product, offer or request. */
      record: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'The id is not valid.'),
    }),
    answer: z.object({
      success: z.literal(true),
      published: z.array(publishedEventSchema),
      received: z.array(receivedEventSchema),
    }),
  });

/** How an admin follows a record through the services, by the service that answers for its part. */
export const eventsOfRecord = perService(endpointOf);

/** The same endpoints by their ids. */
export const eventsOfRecordEndpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.values(eventsOfRecord).map((endpoint): [string, Endpoint] => [endpoint.id, endpoint]),
);
