import { eventually, testBroker } from '@kinmel/testing';
import { createLogger } from '../../observability/logger.ts';
import type { Bus } from '../bus/bus.ts';
import { createRabbitBus, type RabbitBusOptions } from '../bus/rabbit-bus.ts';

export const silentLogger = createLogger({ service: 'test', level: 'silent' });

/** Buses of several services over the test broker. */
export function testBuses(sharedOptions: Partial<RabbitBusOptions> = {}) {
  const broker = testBroker();
  const buses: Bus[] = [];
  return {
    broker,
    async open(service: string, options: Partial<RabbitBusOptions> = {}): Promise<Bus> {
      const { url, prefix } = broker;
      const bus = createRabbitBus({
        url,
        prefix,
        service,
        logger: silentLogger,
        settleMs: 0,
        ...sharedOptions,
        ...options,
      });
      buses.push(bus);
      await eventually(() => bus.health() === 'ok');
      return bus;
    },
    async close(): Promise<void> {
      await Promise.all(buses.splice(0).map((bus) => bus.close()));
      await broker.cleanUp();
    },
  };
}
