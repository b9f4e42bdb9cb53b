import type { Bus } from './bus.ts';
import { BrokerConnection } from './rabbit/broker-connection.ts';
import { busSettings, type RabbitBusOptions } from './rabbit/bus-settings.ts';
import { createConsumers } from './rabbit/consumers.ts';
import { declareExchanges, expectLiveExchange } from './rabbit/declarations.ts';
import { createListeners } from './rabbit/listeners.ts';
import { createParking } from './rabbit/parking.ts';
import { createPublisher } from './rabbit/publisher.ts';

export type { RabbitBusOptions };

export interface RabbitBus extends Bus {
  /** Stops all consumers when the process ends; resolves when no delivery is in progress. */
  readonly stopConsuming: () => Promise<void>;
}

/**
 * The bus over RabbitMQ. Returns at once, even without a broker: connections, channels, queues and consumers are
 * (re)built in the background, and `health` reports the progress. Publishing and consuming use separate connections, so
 * that throttled publishers do not stop consumers.
 */
export function createRabbitBus(options: RabbitBusOptions): RabbitBus {
  const settings = busSettings(options);
  const publishing = new BrokerConnection(settings, 'publishing');
  const consuming = new BrokerConnection(settings, 'consuming');
  const publisher = createPublisher(settings, publishing);
  const consumers = createConsumers({ settings, connection: consuming, publisher });
  const listeners = createListeners({ settings, connection: consuming, prepareExchanges: declareExchanges });
  const parking = createParking({ settings, connection: consuming, publisher });
  return {
    get state() {
      return publisher.isOpen() ? 'open' : 'closed';
    },
    health() {
      if (consuming.isClosing) return 'closing';
      if (!publisher.isConnected() || consuming.model === undefined) return 'not connected';
      if (publishing.isBlocked) return 'takes no messages';
      const missing = consumers.missing();
      if (missing.length > 0) return `not consuming ${missing.join(', ')}`;
      return listeners.areAllListening() ? 'ok' : 'not listening';
    },
    publish: publisher.publish,
    announce: publisher.announce,
    consume: consumers.consume,
    stopConsuming: consumers.close,
    broadcast: (types, listener, onGap) => listeners.add({ types, listener, onGap }),
    waiting: parking.waiting,
    parked: (queue, limit = 100) => parking.parked(queue, limit),
    replay: parking.replay,
    onOpen: publisher.onOpen,
    async close() {
      publishing.beginClose();
      consuming.beginClose();
      // Deliveries in progress may still publish.
      await consumers.close();
      await publisher.close();
      await Promise.all([publishing.close(), consuming.close()]);
    },
  };
}

/**
 * A bus that only listens, for a broker user without other rights: it declares no exchange and publishes nothing. It
 * receives nothing until a service has declared the exchanges.
 */
export function createRabbitListener(options: RabbitBusOptions): Pick<Bus, 'broadcast' | 'health' | 'close'> {
  const settings = busSettings(options);
  const connection = new BrokerConnection(settings, 'consuming');
  const listeners = createListeners({ settings, connection, prepareExchanges: expectLiveExchange });
  return {
    broadcast: (types, listener, onGap) => listeners.add({ types, listener, onGap }),
    health() {
      if (connection.isClosing) return 'closing';
      if (connection.model === undefined) return 'not connected';
      return listeners.areAllListening() ? 'ok' : 'not listening';
    },
    close: () => connection.close(),
  };
}
