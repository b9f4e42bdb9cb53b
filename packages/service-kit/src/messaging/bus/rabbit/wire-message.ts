import type { ConsumeMessage, GetMessage, Options } from 'amqplib';
import { z } from 'zod';
import type { WireEvent } from '../bus.ts';

export const attemptHeader = 'x-attempt';
export const reasonHeader = 'x-reason';
export const parkedAtHeader = 'x-parked-at';

export type ReceivedMessage = ConsumeMessage | GetMessage;

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

/** The number of the attempt; 1 when the header is missing or invalid. */
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

/** ISO 8601 time at which the broker parked the message; undefined when a consumer did. */
export function parkedByBrokerAt(message: ReceivedMessage): string | undefined {
  const deaths = deathsSchema.safeParse(message.properties.headers?.['x-death']);
  const seconds = deaths.data?.find(({ reason }) => reason === 'delivery_limit')?.time?.value;
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();
}
