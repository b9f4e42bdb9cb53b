import { type Bus, createLogger, createRabbitBus } from '@kinmel/service-kit';
import { type TestBroker, testBroker } from '@kinmel/testing/servers';
import { type RunningGateway, startGateway, waitUntil } from '../testing/running-gateway.ts';
import { sendJson } from '../testing/stub-service.ts';
import { startChangeFeed } from './change-feed.ts';

const id = '65a000000000000000000001';
const logger = createLogger({ service: 'gateway', level: 'silent' });

let broker: TestBroker;
let gateway: RunningGateway;
let buses: Bus[];
let price: number;

beforeEach(async () => {
  broker = testBroker();
  buses = [];
  gateway = await startGateway({ isFeedStarted: false });
  price = 100;
  gateway.catalog.answer = (req, res) => sendJson(req, res, { price }, `p${price}`);
});

afterEach(async () => {
  await gateway.stop();
  await Promise.all(buses.map((bus) => bus.close()));
  await broker.cleanUp();
});

async function connect(service: string): Promise<Bus> {
  const bus = createRabbitBus({ url: broker.url, prefix: broker.prefix, service, logger });
  buses.push(bus);
  await waitUntil(() => bus.health() === 'ok');
  return bus;
}

it('an event over the real broker drops the cached answer, and a lost connection bypasses the cache', async () => {
  const listenerBus = await connect('gateway');
  await startChangeFeed(listenerBus, gateway.context.responseCache, logger);
  const catalog = await connect('catalog');
  const currentPrice = async () => ((await gateway.get('/api/products')).json() as { price: number }).price;
  expect(await currentPrice()).toBe(100);
  price = 200;
  // Without an event the cached answer is used.
  expect(await currentPrice()).toBe(100);
  await catalog.announce({
    eventId: '00000000-0000-4000-8000-000000000001',
    type: 'product.updated',
    version: 1,
    aggregateId: id,
    aggregateVersion: 2,
    occurredAt: '2026-01-01T00:00:00.000Z',
    data: {},
  });
  await waitUntil(async () => (await currentPrice()) === 200);
  await listenerBus.close();
  price = 300;
  expect(await currentPrice()).toBe(300);
});
