import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { perService } from './per-service.ts';

/** A message that a consumer gave up on, without its data: what an admin needs to decide whether to give it back. */
export const parkedMessageSchema = z.object({
  /** `order.placed`. */
  eventType: z.string(),
  /** Null: the message is no event of ours. */
  eventId: z.string().nullable(),
  /** Why it was given up, with addresses and long secrets left out. */
  reason: z.string(),
  /** How often it was tried. */
  attempts: z.int().min(1),
  /** Null when neither the consumer nor the broker said when. */
  parkedAt: z.iso.datetime().nullable(),
});

/** A parked message as the admin sees it. */
export type ParkedMessageAnswer = z.output<typeof parkedMessageSchema>;

const endpointsOf = (service: Endpoint['owner'], name: string) => ({
  list: defineEndpoint({
    id: `list${name}ParkedMessages`,
    owner: service,
    method: 'GET',
    path: `/api/admin/services/${service}/parked-messages`,
    role: 'admin',
    summary: `Messages that ${service} could not handle, oldest first, at most a hundred of each type.`,
    answer: z.object({
      success: z.literal(true),
      data: z.array(parkedMessageSchema),
      /** Of all types, those that are not shown included. */
      total: z.int().min(0),
    }),
    problems: ['service-unavailable'],
  }),
  replay: defineEndpoint({
    id: `replay${name}ParkedMessages`,
    owner: service,
    method: 'POST',
    path: `/api/admin/services/${service}/parked-messages/replay`,
    role: 'admin',
    summary: `Gives parked messages back to ${service}, tries counted afresh: one, those of a type, or all. What has had its effect has none again.`,
    body: z.strictObject({
      eventType: z.string().max(100).optional(),
      eventId: z.string().max(100).optional(),
    }),
    answer: z.object({ success: z.literal(true), replayed: z.int().min(0) }),
    problems: ['not-found', 'service-unavailable'],
  }),
});

/** What an admin can do about parked messages, by the service that parked them. */
export const parkedMessages = perService(endpointsOf);

/** The same endpoints by their ids. */
export const parkedMessagesEndpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.values(parkedMessages)
    .flatMap(({ list, replay }): Endpoint[] => [list, replay])
    .map((endpoint) => [endpoint.id, endpoint]),
);
