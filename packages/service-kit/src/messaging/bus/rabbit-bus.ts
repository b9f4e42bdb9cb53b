import type { Bus, ParkedMessage, Stop, Subscription, WireEvent } from './bus.ts';
import { type BusSettings, busSettings, type RabbitBusOptions } from './rabbit/bus-settings.ts';
import { BusTimers } from './rabbit/bus-timers.ts';
import { Consumers } from './rabbit/consumers.ts';
import { expectLiveExchange } from './rabbit/declarations.ts';
import { Listeners } from './rabbit/listeners.ts';
import { Parking } from './rabbit/parking.ts';
import { Publisher } from './rabbit/publisher.ts';
import { ReceivingConnection } from './rabbit/receiving-connection.ts';

export type { RabbitBusOptions };

/**
 * The bus over RabbitMQ. Resolves at once, also while the broker is away: it connects, reconnects and rebuilds
 * channels, queues and consumers by itself, and says in `health` how far it is. Publishing and consuming have a
 * connection each, so that a broker that throttles publishers does not stop consumers.
 */
export async function createRabbitBus(options: RabbitBusOptions): Promise<Bus> {
  const bus = new RabbitBus(busSettings(options));
  await bus.start();
  return bus;
}

/**
 * The listening end of the bus alone, for a program whose broker user may do nothing else: it declares no exchange, sees no
 * consumer's queue and publishes nothing. Resolves and reconnects as `createRabbitBus` does; it hears nothing until a
 * service has declared the exchanges.
 */
export async function createRabbitListener(
  options: RabbitBusOptions,
): Promise<Pick<Bus, 'broadcast' | 'health' | 'close'>> {
  const settings = busSettings(options);
  const timers = new BusTimers();
  const connection = new ReceivingConnection(settings, expectLiveExchange);
  const listeners = new Listeners({ settings, timers, connection });
  await connection.start();
  return {
    broadcast: (types, listener, onGap) => listeners.add(types, listener, onGap),
    health: () => {
      if (timers.isClosing) return 'closing';
      if (connection.model === undefined) return 'not connected';
      return listeners.areAllListening ? 'ok' : 'not listening';
    },
    close: async () => {
      timers.close();
      await connection.close();
    },
  };
}

class RabbitBus implements Bus {
  readonly #timers = new BusTimers();
  readonly #publisher: Publisher;
  readonly #connection: ReceivingConnection;
  readonly #consumers: Consumers;
  readonly #listeners: Listeners;
  readonly #parking: Parking;

  constructor(settings: BusSettings) {
    const timers = this.#timers;
    const publisher = new Publisher(settings, timers);
    const connection = new ReceivingConnection(settings);
    this.#publisher = publisher;
    this.#connection = connection;
    this.#consumers = new Consumers({ settings, timers, connection, publisher });
    this.#listeners = new Listeners({ settings, timers, connection });
    this.#parking = new Parking({ settings, connection, publisher });
  }

  async start(): Promise<void> {
    await this.#publisher.start();
    await this.#connection.start();
  }

  get state(): 'open' | 'closed' {
    return this.#publisher.isOpen ? 'open' : 'closed';
  }

  health(): string {
    if (this.#timers.isClosing) return 'closing';
    if (!this.#publisher.isConnected || this.#connection.model === undefined) return 'not connected';
    if (this.#publisher.isBlocked) return 'takes no messages';
    const { missing } = this.#consumers;
    if (missing.length > 0) return `not consuming ${missing.join(', ')}`;
    return this.#listeners.areAllListening ? 'ok' : 'not listening';
  }

  publish(event: WireEvent, onlyTo?: readonly string[]): Promise<void> {
    return this.#publisher.publish(event, onlyTo);
  }

  announce(event: WireEvent): Promise<void> {
    return this.#publisher.announce(event);
  }

  consume(subscription: Subscription): Promise<Stop> {
    return this.#consumers.consume(subscription);
  }

  broadcast(
    types: readonly string[],
    listener: (event: WireEvent) => void,
    onGap: () => void,
  ): Promise<Stop> {
    return this.#listeners.add(types, listener, onGap);
  }

  waiting(queue: string): Promise<number> {
    return this.#parking.waiting(queue);
  }

  parked(queue: string, limit = 100): Promise<{ count: number; messages: ParkedMessage[] }> {
    return this.#parking.parked(queue, limit);
  }

  replay(queue: string, messageId?: string): Promise<number> {
    return this.#parking.replay(queue, messageId);
  }

  onOpen(listener: () => void): void {
    this.#publisher.onOpen(listener);
  }

  async close(): Promise<void> {
    this.#timers.close();
    // Deliveries under way may still want to send; only then are the connections closed.
    await this.#consumers.close();
    this.#publisher.giveUp();
    await Promise.allSettled([this.#publisher.close(), this.#connection.close()]);
  }
}
