import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Stop, WireEvent } from '../bus/bus.ts';
import { createLease } from '../outbox/lease.ts';
import { inboxCollections, inboxKey } from './inbox.ts';
import { noteParked, type ParkedNotesParts } from './parked-notes.ts';

/** A publisher asks consumers which of these events they have not received. */
export const receiptsAsked = 'receipts.asked';
/** A consumer answers with missing events. */
export const receiptsMissing = 'receipts.missing';

export const questionSchema = z.object({ type: z.string(), eventIds: z.array(z.string()).max(1_000) });
export const answerSchema = z.object({ queue: z.string(), eventIds: z.array(z.string()) });

/** Questions and answers are broadcast to listeners and not stored. */
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

/** Longer than an answer takes. */
const answerLeaseMs = 10_000;

/**
 * Answers which of the events of a question were neither handled nor parked. Does not answer while the queue has
 * messages, because the events may be among them. One instance answers, because reading parked messages hides them from
 * others.
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
  const lease = createLease(connection, 'receipts', randomUUID(), answerLeaseMs);

  async function missingOf(queue: string, eventIds: readonly string[]): Promise<string[]> {
    const options = { projection: { _id: 1 }, maxTimeMS: 2_000 };
    const filter = { _id: { $in: eventIds.map((eventId) => inboxKey(queue, eventId)) } };
    const marks = await Promise.all([
      inbox.find(filter, options).toArray(),
      parked.find(filter, options).toArray(),
    ]);
    const markedKeys = new Set(marks.flat().map((row) => row._id));
    return eventIds.filter((eventId) => !markedKeys.has(inboxKey(queue, eventId)));
  }

  async function answer(event: WireEvent): Promise<void> {
    const { type, eventIds } = questionSchema.parse(event.data);
    for (const { queue } of queues.filter((consumer) => consumer.type === type)) {
      if ((await bus.waiting(queue)) > 0) continue;
      const unmarkedIds = await missingOf(queue, eventIds);
      if (unmarkedIds.length === 0 || !(await lease.acquire())) continue;
      // Messages parked by the broker have no note yet, and must not count as lost.
      if (!(await noteParked({ bus, connection, logger }, queue))) continue;
      const missingIds = await missingOf(queue, unmarkedIds);
      if (missingIds.length > 0)
        await bus.announce(receiptMessage(receiptsMissing, { queue, eventIds: missingIds }));
    }
  }

  return bus.broadcast(
    [receiptsAsked],
    (event) => {
      answer(event).catch((error: unknown) => logger.warn({ err: error }, 'receipts were not answered'));
    },
    // A missed question is repeated a minute later.
    () => undefined,
  );
}
