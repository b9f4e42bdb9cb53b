import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { productCreated, productDeleted, productUpdated, stockChanged } from '@kinmel/contracts';
import { openFolderPictureStore } from '@kinmel/pictures';
import { type Bus, createLogger, createRabbitBus, migrateIndexes, type WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { type TestBroker, type TestDatabase, testBroker, testDatabase } from '@kinmel/testing/servers';
import { type CatalogContext, createCatalogContext } from './context.ts';
import { createProduct } from './products/changes/create-product.ts';
import { deleteProduct } from './products/changes/delete-product.ts';
import { updateProduct } from './products/changes/update-product.ts';
import { createProductModel } from './products/products.store.ts';
import { reserveStock } from './stock/reserve-stock.ts';

// For loaded machines.
jest.setTimeout(30_000);

const logger = createLogger({ service: 'catalog', level: 'silent' });

let database: TestDatabase;
let broker: TestBroker;
let folder: string;
const buses: Bus[] = [];
const instances: CatalogContext[] = [];
const arrived: WireEvent[] = [];

async function openBus(service: string): Promise<Bus> {
  const bus = createRabbitBus({ url: broker.url, prefix: broker.prefix, service, logger });
  buses.push(bus);
  return bus;
}

async function startInstance(instanceId: string): Promise<CatalogContext> {
  const context = createCatalogContext({
    connection: database.connection,
    bus: await openBus('catalog'),
    pictures: await openFolderPictureStore(folder),
    logger,
    instanceId,
    holdMs: 60_000,
  });
  await context.start();
  instances.push(context);
  return context;
}

/** Another service with a durable queue for each event type. */
async function startConsumer(): Promise<void> {
  const bus = await openBus('listener');
  for (const { type } of [productCreated, productUpdated, productDeleted, stockChanged]) {
    const queue = `listener.${type.replace('.', '-')}`;
    broker.track(queue);
    await bus.consume({
      queue,
      type,
      retryDelaysMs: [10],
      handle: async ({ content }) => {
        arrived.push(content as WireEvent);
        return { kind: 'done' };
      },
    });
  }
}

beforeAll(async () => {
  database = await testDatabase('catalog-rabbit');
  broker = testBroker();
  broker.track('catalog.order-placed', 'catalog.order-cancelled');
  folder = await mkdtemp(path.join(tmpdir(), 'kinmel-rabbit-'));
  await migrateIndexes(database.connection, [createProductModel(database.connection)]);
});

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()));
  await Promise.all(buses.map((bus) => bus.close()));
  await broker.cleanUp();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const phone = (name: string) => ({
  name,
  brand: 'Google',
  description: 'A phone.',
  price: 1_000,
  oldPrice: null,
  category: 'smartphone' as const,
  featured: false,
  inStock: true,
  stock: 6,
  image: '',
  specs: {},
});

it('events that waited for the broker arrive later: none lost, none duplicated, the last state last', async () => {
  const instance = await startInstance('one');
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const { id } = await createProduct(instance, phone(`Pixel ${n}`));
    await updateProduct(instance, id, { price: 2_000 + n });
    ids.push(id);
  }
  const [first = '', second = ''] = ids;
  await reserveStock(instance, { reservationId: 'r1', lines: [{ productId: first, quantity: 1 }] });
  await deleteProduct(instance, second);

  await startConsumer();
  await eventually(() => arrived.length >= 42, 20_000);
  expect(new Set(arrived.map(({ eventId }) => eventId)).size).toBe(42);
  for (const [n, id] of ids.entries()) {
    const own = arrived.filter(({ aggregateId, type }) => aggregateId === id && type === 'product.updated');
    expect(own).toMatchObject([{ aggregateVersion: 2, data: { priceInMinorUnits: (2_000 + n) * 100 } }]);
  }
  expect(arrived.find(({ type }) => type === 'stock.changed')).toMatchObject({
    aggregateId: first,
    data: { inStock: true, lowStockCount: 5 },
  });
  expect(arrived.find(({ type }) => type === 'product.deleted')).toMatchObject({ aggregateId: second });
}, 60_000);

it('another instance shows a change as soon as the broker delivers it', async () => {
  const [one] = instances;
  if (!one) throw new Error('No instance is running.');
  const other = await startInstance('two');
  const { id } = await createProduct(one, phone('Zenfone'));
  await eventually(
    async () => (await other.search.find({ text: 'zenfone', offset: 0, limit: 1 })).total === 1,
  );
  await deleteProduct(one, id);
  await eventually(
    async () => (await other.search.find({ text: 'zenfone', offset: 0, limit: 1 })).total === 0,
  );
}, 30_000);
