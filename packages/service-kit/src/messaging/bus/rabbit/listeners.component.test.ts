import { eventually } from '@kinmel/testing';
import { createLogger } from '../../../observability/logger.ts';
import { testBuses } from '../../testing/test-buses.ts';
import { createRabbitListener } from '../rabbit-bus.ts';

const buses = testBuses();
afterAll(() => buses.close());

it('waits without an error for the exchange that a service declares later', async () => {
  const lines: { readonly level: string; readonly msg: string }[] = [];
  const logger = createLogger({
    service: 'gateway',
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const { url, prefix } = buses.broker;
  const listener = createRabbitListener({ url, prefix, service: 'gateway', logger });
  try {
    await listener.broadcast(['product.updated'], jest.fn(), jest.fn());
    await eventually(() => lines.some(({ msg }) => msg === 'cannot set up a channel yet'));
    expect(listener.health()).toBe('not listening');

    await buses.open('order');
    await eventually(() => listener.health() === 'ok');
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  } finally {
    await listener.close();
  }
});
