import type mongoose from 'mongoose';
import type { Logger } from '../../observability/logger.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Bus, Stop } from '../bus/bus.ts';
import { aggregateIdOf, inboxCollections, inboxKey } from './inbox.ts';

export interface ParkedNotesParts {
  readonly bus: Bus;
  readonly connection: mongoose.Connection;
  readonly logger: Logger;
}

/** More parked messages than this are not read at once: the answer would come too late. */
export const mostParkedRead = 5_000;

const lookEveryMs = 15_000;

/**
 * Notes the messages of a parking queue that are not noted yet: the broker parks a message itself when its consumer crashed over
 * it again and again. Only who has the note knows that the event did not get lost. False when there are too many to read.
 */
export async function noteParked(
  { bus, connection, logger }: ParkedNotesParts,
  queue: string,
): Promise<boolean> {
  const { count, messages } = await bus.parked(queue, mostParkedRead);
  const found = messages.flatMap(({ messageId, reason, body }) =>
    messageId === undefined ? [] : [{ eventId: messageId, reason, aggregateId: aggregateIdIn(body) }],
  );
  if (found.length > 0) {
    const { upsertedIds } = await inboxCollections(connection).parked.bulkWrite(
      found.map(({ eventId, reason, aggregateId }) => ({
        updateOne: {
          filter: { _id: inboxKey(queue, eventId) },
          update: {
            $setOnInsert: { reason, parkedAt: new Date() },
            // Also in a note from before notes said it: those of what lies parked are looked at whenever a service starts.
            ...(aggregateId === undefined ? {} : { $set: { aggregateId } }),
          },
          upsert: true,
        },
      })),
      { ordered: false },
    );
    for (const index of Object.keys(upsertedIds))
      logger.error({ queue, ...found[Number(index)] }, 'event parked');
  }
  return count <= mostParkedRead;
}

/** A long body is cut, and is no JSON then; of the envelope it has all, since that stands before the data. */
function aggregateIdIn(body: string): string | undefined {
  try {
    return aggregateIdOf(JSON.parse(body));
  } catch {
    return aggregateIdOf({ aggregateId: /"aggregateId":"([\w-]{1,64})"/.exec(body)?.[1] });
  }
}

/** Counts what lies parked, from the start and then every 15 seconds, and notes what has come to it. */
export function watchParked(
  parts: ParkedNotesParts & { readonly metrics: Metrics | undefined },
  queues: readonly { readonly queue: string }[],
): Stop {
  const counts = new Map<string, number>();

  async function look(): Promise<void> {
    for (const { queue } of queues) {
      try {
        const { count } = await parts.bus.parked(queue, 0);
        parts.metrics?.eventsParked.set({ queue }, count);
        if (count > 0 && count !== counts.get(queue)) await noteParked(parts, queue);
        counts.set(queue, count);
      } catch {
        // The broker or the database is away: the last known figure stays, and readiness says the rest.
        return;
      }
    }
  }

  let looking: Promise<void> | undefined;
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };
  lookOnce();
  const timer = setInterval(lookOnce, lookEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
