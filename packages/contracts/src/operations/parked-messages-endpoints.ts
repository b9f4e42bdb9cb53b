import { z } from 'zod';
import { type Endpoint, forStaff, ownedBy } from '../endpoint.ts';
import { answerWith } from '../primitives.ts';
import { perService } from './per-service.ts';

/** A message that a consumer gave up on, without its data. */
export const parkedMessageSchema = z.object({
  /** `order.placed`. */
  eventType: z.string(),
  /** Null: the message is not an event of the shop. */
  eventId: z.string().nullable(),
  /** Why it was given up, without addresses and secrets. */
  reason: z.string(),
  attempts: z.int().min(1),
  /** Null when unknown. */
  parkedAt: z.iso.datetime().nullable(),
});

export type ParkedMessageAnswer = z.output<typeof parkedMessageSchema>;

const endpointsOf = (service: Endpoint['owner'], name: string) => ({
  list: ownedBy(service)(`list${name}ParkedMessages`, `GET /api/admin/services/${service}/parked-messages`, {
    ...forStaff('messages.see'),
    summary: `Parked messages of ${service}, oldest first, at most a hundred per type.`,
    answer: answerWith({
      data: z.array(parkedMessageSchema),
      /** The number of parked messages of all types, including those that are not listed. */
      total: z.int().min(0),
    }),
    problems: ['service-unavailable'],
  }),
  replay: ownedBy(service)(
    `replay${name}ParkedMessages`,
    `POST /api/admin/services/${service}/parked-messages/replay`,
    {
      ...forStaff('messages.replay'),
      summary: `Replays parked messages of ${service} with all their attempts: one, those of a type, or all. A message that has had its effect has no second one.`,
      body: z.strictObject({
        eventType: z.string().max(100).optional(),
        eventId: z.string().max(100).optional(),
      }),
      answer: answerWith({ replayed: z.int().min(0) }),
      problems: ['not-found', 'service-unavailable'],
    },
  ),
});

export const parkedMessages = perService(endpointsOf);
