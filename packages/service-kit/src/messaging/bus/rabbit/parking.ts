import { setTimeout as pause } from 'node:timers/promises';
import type { ParkedMessage } from '../bus.ts';
import type { BusParts } from './consumers.ts';
import {
  attemptHeader,
  attemptOf,
  parkedAtHeader,
  parkedByBrokerAt,
  reasonHeader,
  textOf,
} from './wire-message.ts';

/** Counts waiting messages, and reads and replays parked ones. */
export function createParking({ settings, connection, publisher }: BusParts) {
  const waiting = (queue: string): Promise<number> =>
    connection.withChannel(
      async (channel) => (await channel.checkQueue(settings.queueName(queue))).messageCount,
    );

  async function parked(queue: string, limit: number): Promise<{ count: number; messages: ParkedMessage[] }> {
    const name = settings.parkedName(queue);
    const result = await connection.withChannel(async (channel) => {
      const { messageCount } = await channel.checkQueue(name);
      const messages: ParkedMessage[] = [];
      while (messages.length < Math.min(limit, messageCount)) {
        const message = await channel.get(name);
        if (message === false) break;
        const { headers } = message.properties;
        messages.push({
          messageId: textOf(message.properties.messageId),
          reason:
            textOf(headers?.[reasonHeader]) ?? 'Parked by the broker after repeated crashes of the consumer.',
          attempts: attemptOf(message),
          parkedAt: textOf(headers?.[parkedAtHeader]) ?? parkedByBrokerAt(message) ?? '',
          body: message.content.toString().slice(0, 10_000),
        });
      }
      // Nothing was acknowledged, so closing the channel returns all messages in order.
      return { count: messageCount, messages };
    });
    if (result.messages.length > 0) await waitUntilReturned(name, result.count);
    return result;
  }

  async function replay(queue: string, messageId?: string): Promise<number> {
    const name = settings.parkedName(queue);
    const { replayed, skipped, remaining } = await connection.withChannel(async (channel) => {
      const { messageCount } = await channel.checkQueue(name);
      let replayed = 0;
      let skipped = 0;
      while (replayed + skipped < messageCount) {
        const message = await channel.get(name);
        if (message === false) break;
        if (messageId !== undefined && textOf(message.properties.messageId) !== messageId) {
          // Returned to its position when the channel is closed.
          skipped += 1;
          continue;
        }
        const headers = { [attemptHeader]: 1 };
        await publisher.passOn('', settings.queueName(queue), message, { headers });
        channel.ack(message);
        replayed += 1;
      }
      return { replayed, skipped, remaining: messageCount - replayed };
    });
    if (skipped > 0) await waitUntilReturned(name, remaining);
    return replayed;
  }

  /** Waits until messages that were read are back in the queue, a moment after the channel was closed. */
  function waitUntilReturned(name: string, count: number): Promise<void> {
    return connection.withChannel(async (channel) => {
      for (let checks = 0; checks < 50; checks += 1) {
        if ((await channel.checkQueue(name)).messageCount >= count) return;
        await pause(20);
      }
    });
  }

  return { waiting, parked, replay };
}
