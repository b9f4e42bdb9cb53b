import { randomUUID } from 'node:crypto';
import { type EventDefinition, type EventOf, eventEnvelopeSchema } from '@kinmel/contracts';
import { z } from 'zod';
import { UnprocessableMessageError } from './bus.ts';

export interface NewEvent<D extends EventDefinition> {
  readonly aggregateId: string;
  /** The version of the aggregate after the change. */
  readonly aggregateVersion: number;
  readonly data: z.input<D['data']>;
  /** Trace of the request that caused the change. */
  readonly traceparent?: string | undefined;
  readonly occurredAt?: Date;
}

/** Creates an event by its contract; throws a ZodError for invalid data. */
export function createEvent<D extends EventDefinition>(definition: D, event: NewEvent<D>): EventOf<D> {
  return eventSchema(definition).parse({
    eventId: randomUUID(),
    type: definition.type,
    version: definition.version,
    aggregateId: event.aggregateId,
    aggregateVersion: event.aggregateVersion,
    occurredAt: (event.occurredAt ?? new Date()).toISOString(),
    ...(event.traceparent === undefined ? {} : { traceparent: event.traceparent }),
    data: event.data,
  });
}

/** Parses a message by the contract; throws `UnprocessableMessageError` with the names of invalid fields only. */
export function parseEvent<D extends EventDefinition>(definition: D, content: unknown): EventOf<D> {
  const result = eventSchema(definition).safeParse(content);
  if (result.success) return result.data;
  const fields = [...new Set(result.error.issues.map((issue) => issue.path.join('.') || 'body'))];
  throw new UnprocessableMessageError(
    `Not a ${definition.type} of version ${definition.version}: ${fields.slice(0, 8).join(', ')}.`,
  );
}

const schemas = new WeakMap<EventDefinition, z.ZodType>();

function eventSchema<D extends EventDefinition>(definition: D): z.ZodType<EventOf<D>> {
  let schema = schemas.get(definition);
  if (schema === undefined) {
    schema = eventEnvelopeSchema.extend({
      type: z.literal(definition.type),
      version: z.literal(definition.version),
      data: definition.data,
    });
    schemas.set(definition, schema);
  }
  // The schema was built from this definition.
  return schema as z.ZodType<EventOf<D>>;
}
