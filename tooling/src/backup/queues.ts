import { eventConsumers } from '@kinmel/contracts';
import { z } from 'zod';
import { queueOf } from '../check-books/books.ts';

/** The queues of all consumers. */
export const allQueues: readonly string[] = Object.entries(eventConsumers).flatMap(([key, consumers]) =>
  consumers.map((service) => queueOf(service, key)),
);

export const parkedMessageSchema = z.strictObject({ queue: z.string(), body: z.string() });

/** A message from the parking queue of `queue`. */
export type ParkedMessage = z.output<typeof parkedMessageSchema>;

/** The file in a copy with all parked messages. */
export const parkedFile = 'parked-messages.json';
