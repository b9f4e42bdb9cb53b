import type { ConsumeMessage, GetMessage, Options } from 'amqplib';
import { z } from 'zod';
import type { WireEvent } from '../bus.ts';

export const attemptHeader = 'x-attempt';
export const reasonHeader = 'x-reason';
export const parkedAtHeader = 'x-parked-at';

/** A message as it came out of a queue. */
export type ReceivedMessage = ConsumeMessage | GetMessage;

/** What is said of an event outside of its body. */
export function propertiesOf(event: WireEvent): Options.Publish {
  return {
    persistent: true,
    contentType: 'application/json',
    messageId: event.eventId,
    type: event.type,
    timestamp: Math.floor(Date.parse(event.occurredAt) / 1000),
    headers: event.traceparent === undefined ? {} : { traceparent: event.traceparent },
  };
}

/** Counted by us from 1; anything else in its place counts as the first. */
export function attemptOf(message: ReceivedMessage): number {
  const value: unknown = message.properties.headers?.[attemptHeader];
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 1;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const deathsSchema = z.array(
  z.looseObject({ reason: z.string(), time: z.object({ value: z.number().int() }).optional() }),
);

/** When the broker parked a message itself, as ISO 8601; undefined for one that a consumer parked. */
export function parkedByBrokerAt(message: ReceivedMessage): string | undefined {
  const deaths = deathsSchema.safeParse(message.properties.headers?.['x-death']);
  const seconds = deaths.data?.find(({ reason }) => reason === 'delivery_limit')?.time?.value;
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();
}
