import { randomUUID } from 'node:crypto';
import type mongoose from 'mongoose';
import { z } from 'zod';
import type { Logger } from '../../log/logger.ts';
import type { Bus, Stop, WireEvent } from '../bus/bus.ts';
import { inboxCollections, inboxKey } from './inbox.ts';

/** A publisher asks all consumers which of these events they never had. */
export const receiptsAsked = 'receipts.asked';
/** A consumer answers with those that it should have and has not. */
export const receiptsMissing = 'receipts.missing';

export const askedSchema = z.object({ type: z.string(), eventIds: z.array(z.string()).max(1_000) });
export const missingSchema = z.object({ queue: z.string(), eventIds: z.array(z.string()) });

/** Questions and answers between instances travel as announcements: nothing of them is kept anywhere. */
export function receiptMessage(type: string, data: unknown): WireEvent {
  return {
    eventId: randomUUID(),
    type,
    version: 1,
    aggregateId: 'receipts',
    aggregateVersion: 1,
    occurredAt: new Date().toISOString(),
    data,
  };
}

/**
 * The consumer's side of reconciling: says which asked-for events are neither handled nor parked. Stays silent while
 * its queue still holds messages, because then they may simply not have had their turn.
 */
export function answerReceipts({
  bus,
  connection,
  queues,
  logger,
}: {
  readonly bus: Bus;
  readonly connection: mongoose.Connection;
  readonly queues: readonly { readonly type: string; readonly queue: string }[];
  readonly logger: Logger;
}): Promise<Stop> {
  const { inbox, parked } = inboxCollections(connection);

  async function answer(event: WireEvent): Promise<void> {
    const { type, eventIds } = askedSchema.parse(event.data);
    for (const { queue } of queues.filter((one) => one.type === type)) {
      if ((await bus.waiting(queue)) > 0) continue;
      const keys = eventIds.map((eventId) => inboxKey(queue, eventId));
      const options = { projection: { _id: 1 }, maxTimeMS: 2_000 };
      const filter = { _id: { $in: keys } };
      const known = await Promise.all([
        inbox.find(filter, options).toArray(),
        parked.find(filter, options).toArray(),
      ]);
      const have = new Set(known.flat().map((row) => row._id));
      const missing = eventIds.filter((eventId) => !have.has(inboxKey(queue, eventId)));
      if (missing.length > 0)
        await bus.announce(receiptMessage(receiptsMissing, { queue, eventIds: missing }));
    }
  }

  return bus.broadcast(
    [receiptsAsked],
    (event) => {
      answer(event).catch((error: unknown) => logger.warn({ err: error }, 'receipts were not answered'));
    },
    // A missed question is asked again a minute later.
    () => undefined,
  );
}
