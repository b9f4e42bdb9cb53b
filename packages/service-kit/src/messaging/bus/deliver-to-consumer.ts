import { type Delivery, maxMessageBytes, type Outcome, type Subscription } from './bus.ts';

/** Parses a body and calls the consumer; every error becomes an outcome. Used by both buses. */
export async function deliverToConsumer(
  consumer: Subscription,
  { body, attempt, messageId }: { body: Buffer; attempt: number; messageId: string | undefined },
): Promise<Outcome> {
  if (body.length > maxMessageBytes) return { kind: 'park', reason: `Larger than ${maxMessageBytes} bytes.` };
  let delivery: Delivery;
  try {
    delivery = { content: JSON.parse(body.toString()), attempt, messageId };
  } catch {
    return { kind: 'park', reason: 'Not JSON.' };
  }
  try {
    return await consumer.handle(delivery);
  } catch (error) {
    return { kind: 'retry', reason: error instanceof Error ? error.message : 'unknown', counted: true };
  }
}
