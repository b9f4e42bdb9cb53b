import { z } from 'zod';
import { type Endpoint, forStaff, ownedBy } from '../endpoint.ts';
import { answerWith } from '../primitives.ts';
import { perService } from './per-service.ts';

/** A published event of a record, without its data. */
export const publishedEventSchema = z.object({
  eventId: z.string(),
  /** The routing key: `order.placed`. */
  eventType: z.string(),
  /** `waiting`: not published yet, or not to every consumer. */
  state: z.enum(['waiting', 'sent']),
  occurredAt: z.iso.datetime(),
  /** When the broker confirmed it for all consumers; null while it waits. */
  sentAt: z.iso.datetime().nullable(),
  /** The consuming services; may be empty. */
  consumers: z.array(z.string()),
});

export type PublishedEvent = z.output<typeof publishedEventSchema>;

/** A received event of a record that another service owns. */
export const receivedEventSchema = z.object({
  eventId: z.string(),
  eventType: z.string(),
  /** `parked`: it failed and is not tried again until a person replays it. */
  state: z.enum(['taken-up', 'parked']),
  /** When it was handled or parked. */
  at: z.iso.datetime(),
  /** Why it was parked, without addresses and secrets. */
  reason: z.string().nullable(),
});

export type ReceivedEvent = z.output<typeof receivedEventSchema>;

const endpointOf = (service: Endpoint['owner'], name: string) =>
  ownedBy(service)(`list${name}RecordEvents`, `GET /api/admin/services/${service}/events`, {
    ...forStaff('messages.see'),
    summary: `The events of one record that ${service} published, handled or parked, oldest first: of the last seven days, parked ones of the last thirty.`,
    query: z.strictObject({
      /** Id of the order, product, offer or request. */
      record: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'The id is not valid.'),
    }),
    answer: answerWith({
      published: z.array(publishedEventSchema),
      received: z.array(receivedEventSchema),
    }),
  });

/** The event history of a record, by service. */
export const eventsOfRecord = perService(endpointOf);
