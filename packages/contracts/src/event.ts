import { z } from 'zod';

/**
 * The envelope of every event. Inboxes store `eventId`. `aggregateVersion` only increases per aggregate, so that a
 * consumer can ignore older events (invariant I-9).
 */
export const eventEnvelopeSchema = z.object({
  eventId: z.uuid(),
  type: z.string().regex(/^[a-z-]+\.[a-z-]+$/),
  /** Version of the data schema, not of the aggregate. */
  version: z.int().min(1),
  aggregateId: z.string().min(1).max(64),
  aggregateVersion: z.int().min(1),
  occurredAt: z.iso.datetime(),
  /** W3C trace context of the request that caused the event. */
  traceparent: z.string().max(64).optional(),
});

export type EventEnvelope = z.output<typeof eventEnvelopeSchema>;

export interface EventDefinition<Type extends string = string, Data extends z.ZodType = z.ZodType> {
  /** `<noun>.<past-participle>`. */
  readonly type: Type;
  readonly version: number;
  readonly owner: string;
  readonly summary: string;
  readonly data: Data;
}

/** An event with its envelope. */
export type EventOf<D extends EventDefinition> = EventEnvelope & {
  type: D['type'];
  data: z.output<D['data']>;
};

/** Defines the events of one service, by default of version 1. */
export const eventsOwnedBy =
  (owner: string) =>
  <Type extends string, Data extends z.ZodType>(
    type: Type,
    summary: string,
    data: Data,
    version = 1,
  ): EventDefinition<Type, Data> => ({ type, version, owner, summary, data });

/**
 * The routing key: the type for version 1, `product.updated.v2` for later ones. Versions never share a queue, so that a
 * consumer gets only the versions that it knows.
 */
export function routingKeyOf({ type, version }: { readonly type: string; readonly version: number }): string {
  return version === 1 ? type : `${type}.v${version}`;
}
