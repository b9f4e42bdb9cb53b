import mongoose from 'mongoose';
import type { WireEvent } from '../bus/bus.ts';

/** An event in the document that it describes. `sentAt` is null until the broker has confirmed it. */
export interface OutboxRow {
  readonly event: WireEvent;
  readonly sentAt: Date | null;
  /** Queues that refused the event when all others accepted it. */
  readonly waitingFor?: readonly string[];
  /** Replaces `event` when it has been sent: the same event without personal data that must not be kept. */
  readonly keptAs?: WireEvent;
}

const rowSchema = new mongoose.Schema(
  {
    event: { type: mongoose.Schema.Types.Mixed, required: true },
    sentAt: { type: Date, default: null },
    waitingFor: { type: [String], default: undefined },
    keptAs: { type: mongoose.Schema.Types.Mixed },
  },
  // Otherwise mongoose would drop empty objects in an event, which would then violate its contract.
  { _id: false, minimize: false },
);
// Two partial indexes: documents without events are in neither, so that polling is cheap when everything is sent.
rowSchema.index(
  { sentAt: 1 },
  { name: 'outbox_waiting', partialFilterExpression: { sentAt: { $type: 10 } } },
);
rowSchema.index(
  { sentAt: 1 },
  { name: 'outbox_sent', partialFilterExpression: { sentAt: { $gt: new Date(0) } } },
);

/**
 * The outbox of an aggregate, spread into its schema: one write saves state and events together, so no transaction is
 * needed. Reads exclude it unless they select `+outbox`.
 */
export const outboxFields = {
  outbox: { type: [rowSchema], default: () => [], select: false },
};

/** Rows for `$push: { outbox: { $each: outboxRows(...) } }` or for a new document. */
export function outboxRows(...events: readonly WireEvent[]): OutboxRow[] {
  return events.map((event) => ({ event, sentAt: null }));
}
