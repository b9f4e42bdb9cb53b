import { type EventDefinition, eventEnvelopeSchema } from '@kinmel/contracts';
import { z } from 'zod';

type JsonObject = Record<string, unknown>;

/** The AsyncAPI 3 document of all events: one channel, one message and one send operation for each. */
export function asyncApiDocument(events: readonly EventDefinition[]): JsonObject {
  const sorted = events.toSorted((a, b) => a.type.localeCompare(b.type));
  const byType = (make: (event: EventDefinition) => JsonObject): JsonObject =>
    Object.fromEntries(sorted.map((event) => [event.type, make(event)]));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Kinmel events',
      version: '1',
      description: 'Generated from packages/contracts by `npm run documents`; do not edit.',
    },
    defaultContentType: 'application/json',
    channels: byType((event) => ({
      address: event.type,
      description: `Routing key on the topic exchange kinmel.events. ${event.summary}`,
      messages: { [event.type]: { $ref: `#/components/messages/${event.type}` } },
      bindings: {
        amqp: {
          is: 'routingKey',
          exchange: { name: 'kinmel.events', type: 'topic', durable: true, autoDelete: false },
        },
      },
    })),
    operations: byType((event) => ({
      action: 'send',
      channel: { $ref: `#/channels/${event.type}` },
      summary: `Published by ${event.owner}.`,
      messages: [{ $ref: `#/channels/${event.type}/messages/${event.type}` }],
    })),
    components: { messages: byType(messageOf) },
  };
}

function messageOf(event: EventDefinition): JsonObject {
  const schema = eventEnvelopeSchema.extend({
    type: z.literal(event.type),
    version: z.literal(event.version),
    data: event.data,
  });
  const { $schema: _, ...payload } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    target: 'draft-7',
  });
  return { name: event.type, title: event.type, summary: event.summary, payload };
}
