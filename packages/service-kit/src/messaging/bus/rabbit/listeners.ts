import type { Channel, ConsumeMessage } from 'amqplib';
import type { Stop, WireEvent } from '../bus.ts';
import type { BrokerConnection, LastingChannel } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import type { declareExchanges } from './declarations.ts';

interface Listener {
  readonly types: readonly string[];
  readonly listener: (event: WireEvent) => void;
  readonly onGap: () => void;
  /** True once it has listened, or when it could not from the start. */
  mayHaveMissed: boolean;
}

interface ListenersParts {
  readonly settings: BusSettings;
  readonly connection: BrokerConnection;
  /** Declares or checks the exchange. */
  readonly prepareExchanges: typeof declareExchanges;
}

/** All listeners, with detection of gaps. */
export class Listeners {
  readonly #parts: ListenersParts;
  readonly #channels = new Set<LastingChannel>();

  constructor(parts: ListenersParts) {
    this.#parts = parts;
  }

  get areAllListening(): boolean {
    return [...this.#channels].every(({ current }) => current !== undefined);
  }

  async add(
    types: readonly string[],
    listener: (event: WireEvent) => void,
    onGap: () => void,
  ): Promise<Stop> {
    const { connection } = this.#parts;
    const mayHaveMissed = connection.model === undefined;
    const entry: Listener = { types, listener, onGap, mayHaveMissed };
    const channel = connection.openChannel({
      name: 'listening',
      setup: (opened) => this.#listen(opened, entry),
    });
    this.#channels.add(channel);
    await channel.isTried;
    return async () => {
      this.#channels.delete(channel);
      await channel.close();
    };
  }

  async #listen(channel: Channel, entry: Listener): Promise<void> {
    const { settings, prepareExchanges } = this.#parts;
    await prepareExchanges(channel, settings);
    // The queue is deleted with its connection; `onGap` covers what is missed until the next one.
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
    for (const type of entry.types) await channel.bindQueue(queue, settings.liveExchange, type);
    await channel.consume(
      queue,
      (message) => {
        if (message === null) void channel.close().catch(() => undefined);
        else this.#hear(entry, message);
      },
      { noAck: true },
    );
    if (entry.mayHaveMissed) entry.onGap();
    entry.mayHaveMissed = true;
  }

  #hear(entry: Listener, message: ConsumeMessage): void {
    try {
      const event: WireEvent = JSON.parse(message.content.toString());
      entry.listener(event);
    } catch (error) {
      const { messageId } = message.properties;
      this.#parts.settings.logger.error({ err: error, messageId }, 'an event was not understood');
      entry.onGap();
    }
  }
}
