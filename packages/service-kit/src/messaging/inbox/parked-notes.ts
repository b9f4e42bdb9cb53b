import type mongoose from 'mongoose';
import { repeat } from '../../life-cycle/repeat.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Bus, Stop } from '../bus/bus.ts';
import { aggregateIdOf, inboxCollections, inboxKey } from './inbox.ts';

export interface ParkedNotesParts {
  readonly bus: Bus;
  readonly connection: mongoose.Connection;
  readonly logger: Logger;
}

/** Above this number parked messages are not read, because it would take too long. */
export const maxParkedRead = 5_000;

const pollMs = 15_000;

/**
 * Stores a note for each parked message without one: the broker itself parks a message after repeated consumer crashes,
 * and without a note the event would count as lost. False when there are too many to read.
 */
export async function noteParked(
  { bus, connection, logger }: ParkedNotesParts,
  queue: string,
): Promise<boolean> {
  const { count, messages } = await bus.parked(queue, maxParkedRead);
  const notes = messages.flatMap(({ messageId, reason, body }) =>
    messageId === undefined ? [] : [{ eventId: messageId, reason, aggregateId: aggregateIdIn(body) }],
  );
  if (notes.length > 0) {
    const { upsertedIds } = await inboxCollections(connection).parked.bulkWrite(
      notes.map(({ eventId, reason, aggregateId }) => ({
        updateOne: {
          filter: { _id: inboxKey(queue, eventId) },
          update: {
            $setOnInsert: {
              reason,
              parkedAt: new Date(),
              ...(aggregateId === undefined ? {} : { aggregateId }),
            },
          },
          upsert: true,
        },
      })),
      { ordered: false },
    );
    for (const index of Object.keys(upsertedIds))
      logger.error({ queue, ...notes[Number(index)] }, 'event parked');
  }
  return count <= maxParkedRead;
}

/** A truncated body is not valid JSON, but contains the whole envelope, which precedes the data. */
function aggregateIdIn(body: string): string | undefined {
  try {
    return aggregateIdOf(JSON.parse(body));
  } catch {
    return aggregateIdOf({ aggregateId: /"aggregateId":"([\w-]{1,64})"/.exec(body)?.[1] });
  }
}

/** Counts parked messages at start and every 15 seconds, and stores notes for new ones. */
export function watchParked(
  parts: ParkedNotesParts & { readonly metrics: Metrics | undefined },
  queues: readonly { readonly queue: string }[],
): Stop {
  const counts = new Map<string, number>();

  async function poll(): Promise<void> {
    for (const { queue } of queues) {
      try {
        const { count } = await parts.bus.parked(queue, 0);
        parts.metrics?.eventsParked.set({ queue }, count);
        if (count > 0 && count !== counts.get(queue)) await noteParked(parts, queue);
        counts.set(queue, count);
      } catch {
        // Broker or database is unavailable: the last count remains, and readiness reports the outage.
        return;
      }
    }
  }

  const firstPoll = poll();
  const polls = repeat(
    pollMs,
    () => firstPoll.then(poll),
    () => undefined,
  );
  polls.start();
  return async () => {
    await Promise.all([firstPoll, polls.stop()]);
  };
}
