import { type EventDefinition, eventEnvelopeSchema, routingKeyOf } from '@kinmel/contracts';
import { z } from 'zod';
import { namedSchemas } from './named-schemas.ts';

type JsonObject = Record<string, unknown>;
type Schemas = ReturnType<typeof namedSchemas>;

/** The AsyncAPI 3 document of all events: one channel, message and send operation for each version. */
export function asyncApiDocument(events: readonly EventDefinition[]): JsonObject {
  const sorted = events.toSorted((a, b) => routingKeyOf(a).localeCompare(routingKeyOf(b)));
  const byKey = (make: (event: EventDefinition, key: string) => JsonObject): JsonObject =>
    Object.fromEntries(sorted.map((event) => [routingKeyOf(event), make(event, routingKeyOf(event))]));
  const schemas = namedSchemas('draft-7');
  const messages = byKey((event, key) => messageOf(event, key, schemas));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Kinmel events',
      version: '1',
      description: 'Generated from packages/contracts by `npm run documents`; do not edit.',
    },
    defaultContentType: 'application/json',
    channels: byKey((event, key) => ({
      address: key,
      description: `Routing key on the topic exchange kinmel.events. ${event.summary}`,
      messages: { [key]: { $ref: `#/components/messages/${key}` } },
      bindings: {
        amqp: {
          is: 'routingKey',
          exchange: { name: 'kinmel.events', type: 'topic', durable: true, autoDelete: false },
        },
      },
    })),
    operations: byKey((event, key) => ({
      action: 'send',
      channel: { $ref: `#/channels/${key}` },
      summary: `Published by ${event.owner}.`,
      messages: [{ $ref: `#/channels/${key}/messages/${key}` }],
    })),
    components: { messages, schemas: schemas.components },
  };
}

function messageOf(event: EventDefinition, key: string, schemas: Schemas): JsonObject {
  const schema = eventEnvelopeSchema.extend({
    type: z.literal(event.type),
    version: z.literal(event.version),
    data: event.data,
  });
  return { name: event.type, title: key, summary: event.summary, payload: schemas.schemaOf(schema) };
}
