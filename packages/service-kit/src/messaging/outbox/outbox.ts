import mongoose from 'mongoose';
import type { WireEvent } from '../bus/bus.ts';

/** An event inside the document that it tells of. `sentAt` is null until the broker has it. */
export interface OutboxRow {
  readonly event: WireEvent;
  readonly sentAt: Date | null;
  /** The queues of consumers that could not take it when all others got it. */
  readonly waitingFor?: readonly string[];
  /** Takes the place of `event` when that is sent: the same event without what must not be kept, such as a forgotten person. */
  readonly keptAs?: WireEvent;
}

const rowSchema = new mongoose.Schema(
  {
    event: { type: mongoose.Schema.Types.Mixed, required: true },
    sentAt: { type: Date, default: null },
    waitingFor: { type: [String], default: undefined },
    keptAs: { type: mongoose.Schema.Types.Mixed },
  },
  // Without `minimize: false` an empty object inside an event would vanish, and the event would break its contract.
  { _id: false, minimize: false },
);
// Two small indexes: a document without events is in neither, so that the relay's look costs nothing when all is sent.
rowSchema.index(
  { sentAt: 1 },
  { name: 'outbox_waiting', partialFilterExpression: { sentAt: { $type: 10 } } },
);
rowSchema.index(
  { sentAt: 1 },
  { name: 'outbox_sent', partialFilterExpression: { sentAt: { $gt: new Date(0) } } },
);

/**
 * The outbox of an aggregate, to spread into its schema: one write saves state and events together, so that neither
 * is ever without the other, and no transaction is needed. Reads leave it out unless they ask (`+outbox`).
 */
export const outboxFields = {
  outbox: { type: [rowSchema], default: () => [], select: false },
};

/** Rows for `$push: { outbox: { $each: outboxRows(...) } }` or for a new document. */
export function outboxRows(...events: readonly WireEvent[]): OutboxRow[] {
  return events.map((event) => ({ event, sentAt: null }));
}
