import { setTimeout as pause } from 'node:timers/promises';
import type { ParkedMessage } from '../bus.ts';
import type { BrokerConnection } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import type { Publisher } from './publisher.ts';
import {
  attemptHeader,
  attemptOf,
  parkedAtHeader,
  parkedByBrokerAt,
  reasonHeader,
  textOf,
} from './wire-message.ts';

interface ParkingParts {
  readonly settings: BusSettings;
  readonly connection: BrokerConnection;
  readonly publisher: Publisher;
}

/** Counts waiting messages, and reads and replays parked ones. */
export class Parking {
  readonly #settings: BusSettings;
  readonly #connection: BrokerConnection;
  readonly #publisher: Publisher;

  constructor({ settings, connection, publisher }: ParkingParts) {
    this.#settings = settings;
    this.#connection = connection;
    this.#publisher = publisher;
  }

  waiting(queue: string): Promise<number> {
    const name = this.#settings.queueName(queue);
    return this.#connection.withChannel(async (channel) => (await channel.checkQueue(name)).messageCount);
  }

  async parked(queue: string, limit: number): Promise<{ count: number; messages: ParkedMessage[] }> {
    const name = this.#settings.parkedName(queue);
    const found = await this.#connection.withChannel(async (channel) => {
      const { messageCount } = await channel.checkQueue(name);
      const messages: ParkedMessage[] = [];
      while (messages.length < Math.min(limit, messageCount)) {
        const message = await channel.get(name);
        if (message === false) break;
        const { headers } = message.properties;
        messages.push({
          messageId: textOf(message.properties.messageId),
          reason: textOf(headers?.[reasonHeader]) ?? 'Given up by the broker after repeated crashes.',
          attempts: attemptOf(message),
          parkedAt: textOf(headers?.[parkedAtHeader]) ?? parkedByBrokerAt(message) ?? '',
          body: message.content.toString().slice(0, 10_000),
        });
      }
      // Nothing was acknowledged: closing the channel returns all messages in order.
      return { count: messageCount, messages };
    });
    if (found.messages.length > 0) await this.#untilBack(name, found.count);
    return found;
  }

  async replay(queue: string, messageId?: string): Promise<number> {
    const name = this.#settings.parkedName(queue);
    const { replayed, passedOver, left } = await this.#connection.withChannel(async (channel) => {
      const { messageCount } = await channel.checkQueue(name);
      let replayed = 0;
      let passedOver = 0;
      while (replayed + passedOver < messageCount) {
        const message = await channel.get(name);
        if (message === false) break;
        if (messageId !== undefined && textOf(message.properties.messageId) !== messageId) {
          // Returned to its place when the channel is closed.
          passedOver += 1;
          continue;
        }
        const headers = { [attemptHeader]: 1 };
        await this.#publisher.passOn('', this.#settings.queueName(queue), message, { headers });
        channel.ack(message);
        replayed += 1;
      }
      return { replayed, passedOver, left: messageCount - replayed };
    });
    if (passedOver > 0) await this.#untilBack(name, left);
    return replayed;
  }

  /** Waits until messages that were read are back in the queue, a moment after the channel was closed. */
  #untilBack(name: string, count: number): Promise<void> {
    return this.#connection.withChannel(async (channel) => {
      for (let look = 0; look < 50; look += 1) {
        if ((await channel.checkQueue(name)).messageCount >= count) return;
        await pause(20);
      }
    });
  }
}
