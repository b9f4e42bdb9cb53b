import type { Channel, ConsumeMessage } from 'amqplib';
import type { Stop, WireEvent } from '../bus.ts';
import type { BrokerConnection, LastingChannel } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import type { declareExchanges } from './declarations.ts';

interface Listener {
  readonly types: readonly string[];
  readonly listener: (event: WireEvent) => void;
  readonly onGap: () => void;
  /** Whether events may have been missed before it listens again; false for the first connection at start. */
  mayHaveMissed: boolean;
}

interface ListenersParts {
  readonly settings: BusSettings;
  readonly connection: BrokerConnection;
  /** Declares or checks the exchange. */
  readonly prepareExchanges: typeof declareExchanges;
}

/** Runs all listeners and detects gaps. */
export function createListeners({ settings, connection, prepareExchanges }: ListenersParts) {
  const channels = new Set<LastingChannel>();

  async function listen(channel: Channel, entry: Listener): Promise<void> {
    await prepareExchanges(channel, settings);
    // The queue is deleted with its connection; `onGap` covers what is missed until the next one.
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
    for (const type of entry.types) await channel.bindQueue(queue, settings.liveExchange, type);
    await channel.consume(
      queue,
      (message) => {
        if (message === null) void channel.close().catch(() => undefined);
        else receive(entry, message);
      },
      { noAck: true },
    );
    if (entry.mayHaveMissed) entry.onGap();
    entry.mayHaveMissed = true;
  }

  function receive(entry: Listener, message: ConsumeMessage): void {
    try {
      entry.listener(JSON.parse(message.content.toString()) as WireEvent);
    } catch (error) {
      const { messageId } = message.properties;
      settings.logger.error({ err: error, messageId }, 'a broadcast event could not be handled');
      entry.onGap();
    }
  }

  return {
    areAllListening: () => [...channels].every(({ current }) => current !== undefined),
    async add(listener: Omit<Listener, 'mayHaveMissed'>): Promise<Stop> {
      const entry = { ...listener, mayHaveMissed: connection.model === undefined };
      const channel = connection.openChannel({
        name: 'listening',
        setup: (opened) => listen(opened, entry),
      });
      channels.add(channel);
      await channel.firstSetup;
      return async () => {
        channels.delete(channel);
        await channel.close();
      };
    },
  };
}
