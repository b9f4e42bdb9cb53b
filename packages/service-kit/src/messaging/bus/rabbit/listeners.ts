import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Stop, WireEvent } from '../bus.ts';
import { callLimitMs, within } from './broker-calls.ts';
import type { BusSettings } from './bus-settings.ts';
import type { BusTimers } from './bus-timers.ts';
import type { ReceivingConnection } from './receiving-connection.ts';

interface Listener {
  readonly types: readonly string[];
  readonly listener: (event: WireEvent) => void;
  readonly onGap: () => void;
  channel: Channel | undefined;
  isStopped: boolean;
  hasListened: boolean;
  /** The queue is bound and read: from here on nothing is missed. */
  isListening: boolean;
}

interface ListenersParts {
  readonly settings: BusSettings;
  readonly timers: BusTimers;
  readonly connection: ReceivingConnection;
}

/** Everything that hears events while it is connected, and is told when it may have missed some. */
export class Listeners {
  readonly #settings: BusSettings;
  readonly #timers: BusTimers;
  readonly #connection: ReceivingConnection;
  readonly #listeners = new Set<Listener>();

  constructor({ settings, timers, connection }: ListenersParts) {
    this.#settings = settings;
    this.#timers = timers;
    this.#connection = connection;
    connection.onModel((model) => {
      for (const listener of this.#listeners) void this.#listen(model, listener);
    });
  }

  get areAllListening(): boolean {
    return [...this.#listeners].every((one) => one.isListening || one.isStopped);
  }

  async add(
    types: readonly string[],
    listener: (event: WireEvent) => void,
    onGap: () => void,
  ): Promise<Stop> {
    const entry: Listener = {
      types,
      listener,
      onGap,
      channel: undefined,
      isStopped: false,
      hasListened: false,
      isListening: false,
    };
    this.#listeners.add(entry);
    const { model } = this.#connection;
    if (model === undefined) entry.hasListened = true;
    else await this.#listen(model, entry);
    return async () => {
      entry.isStopped = true;
      this.#listeners.delete(entry);
      const { channel } = entry;
      entry.channel = undefined;
      // A broker that hangs must not keep the process from ending.
      await within(callLimitMs, channel?.close()).catch(() => undefined);
    };
  }

  async #listen(model: ChannelModel, entry: Listener): Promise<void> {
    if (entry.isStopped || model !== this.#connection.model || entry.channel !== undefined) return;
    const { logger, liveExchange } = this.#settings;
    try {
      const channel = await model.createChannel();
      entry.channel = channel;
      channel.on('error', (error) => logger.error({ err: error }, 'listening channel error'));
      channel.on('close', () => {
        if (entry.channel !== channel) return;
        entry.channel = undefined;
        entry.isListening = false;
        this.#timers.later(1_000, () => void this.#listen(model, entry));
      });
      // Belongs to this connection and goes with it; what was missed meanwhile is what `onGap` is for.
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
      for (const type of entry.types) await channel.bindQueue(queue, liveExchange, type);
      await channel.consume(
        queue,
        (message) => {
          if (message === null) void channel.close().catch(() => undefined);
          else this.#hear(entry, message);
        },
        { noAck: true },
      );
      if (entry.hasListened) entry.onGap();
      entry.hasListened = true;
      entry.isListening = true;
    } catch (error) {
      if (this.#timers.isClosing || entry.isStopped) return;
      logger.error({ err: error }, 'cannot listen yet');
      entry.channel = undefined;
      this.#timers.later(1_000, () => void this.#listen(model, entry));
    }
  }

  #hear(entry: Listener, message: ConsumeMessage): void {
    try {
      const event: WireEvent = JSON.parse(message.content.toString());
      entry.listener(event);
    } catch (error) {
      const { messageId } = message.properties;
      this.#settings.logger.error({ err: error, messageId }, 'an event was not understood');
      entry.onGap();
    }
  }
}
