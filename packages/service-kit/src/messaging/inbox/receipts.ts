import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Stop, WireEvent } from '../bus/bus.ts';
import { Lease } from '../outbox/lease.ts';
import { inboxCollections, inboxKey } from './inbox.ts';
import { noteParked, type ParkedNotesParts } from './parked-notes.ts';

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

/** Longer than an answer takes. An instance that dies with it keeps its service silent for no longer. */
const answerLeaseMs = 10_000;

/**
 * The consumer's side of reconciling: says which asked-for events are neither handled nor parked. Stays silent while
 * its queue still holds messages, because then they may simply not have had their turn. Of several instances one answers: who looks
 * at parked messages hides them from the others meanwhile.
 */
export function answerReceipts({
  bus,
  connection,
  queues,
  logger,
}: ParkedNotesParts & {
  readonly queues: readonly { readonly type: string; readonly queue: string }[];
}): Promise<Stop> {
  const { inbox, parked } = inboxCollections(connection);
  const lease = new Lease(connection, 'receipts', randomUUID(), answerLeaseMs);

  async function missingOf(queue: string, eventIds: readonly string[]): Promise<string[]> {
    const options = { projection: { _id: 1 }, maxTimeMS: 2_000 };
    const filter = { _id: { $in: eventIds.map((eventId) => inboxKey(queue, eventId)) } };
    const known = await Promise.all([
      inbox.find(filter, options).toArray(),
      parked.find(filter, options).toArray(),
    ]);
    const have = new Set(known.flat().map((row) => row._id));
    return eventIds.filter((eventId) => !have.has(inboxKey(queue, eventId)));
  }

  async function answer(event: WireEvent): Promise<void> {
    const { type, eventIds } = askedSchema.parse(event.data);
    for (const { queue } of queues.filter((one) => one.type === type)) {
      if ((await bus.waiting(queue)) > 0) continue;
      const unknown = await missingOf(queue, eventIds);
      if (unknown.length === 0 || !(await lease.acquire())) continue;
      // What the broker parked itself is not noted yet: it may not count as lost, nor may what cannot be read.
      if (!(await noteParked({ bus, connection, logger }, queue))) continue;
      const missing = await missingOf(queue, unknown);
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
