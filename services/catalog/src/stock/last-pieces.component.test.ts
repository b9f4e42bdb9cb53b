import { randomUUID } from 'node:crypto';
import { watchedConnection } from '@kinmel/testing/servers';
import { createProductModel } from '../products/products.store.ts';
import { aProduct, idNumber } from '../testing/product-builder.ts';
import { useTestCatalog } from '../testing/test-catalog.ts';
import { type ReservationRequest, reserveStock } from './reserve-stock.ts';
import { createStockStore } from './stock.store.ts';

// These tests take longer on a machine under load.
jest.setTimeout(120_000);

const catalog = useTestCatalog();
const [firstId, secondId, thirdId] = [idNumber(1), idNumber(2), idNumber(3)];
const rounds = 60;

/** Resets the stock of these products. */
async function resetStock(pieces: Readonly<Record<string, number>>): Promise<void> {
  await catalog.database.empty();
  for (const [id, stock] of Object.entries(pieces))
    await catalog.context.products.insert(aProduct({ id, stock }), []);
}

const orderOf = (...productIds: string[]): ReservationRequest => ({
  reservationId: randomUUID(),
  lines: productIds.map((productId) => ({ productId, quantity: 1 })),
});

const stockOf = async (productId: string) => (await catalog.context.stock.read(productId))?.stock;

describe('of five concurrent orders for three pieces', () => {
  const reserveAll = async (requests: readonly ReservationRequest[]) =>
    (await Promise.allSettled(requests.map((request) => reserveStock(catalog.context, request)))).map(
      ({ status }) => status === 'fulfilled',
    );

  it.each([
    ['of one line', [firstId]],
    ['of two lines', [firstId, secondId]],
    ['of three lines', [firstId, secondId, thirdId]],
  ])(
    `those %s: exactly three are held, in each of ${rounds} rounds (CAT-C6, CAT-C7)`,
    async (_name, lines) => {
      for (let round = 0; round < rounds; round += 1) {
        await resetStock({ [firstId]: 3, [secondId]: 3, [thirdId]: 3 });
        const held = await reserveAll(
          Array.from({ length: 5 }, (__, n) => orderOf(...(n % 2 ? lines : lines.toReversed()))),
        );
        expect(held.filter(Boolean)).toHaveLength(3);
        expect(await Promise.all(lines.map(stockOf))).toEqual(lines.map(() => 0));
      }
    },
  );

  it('an order that includes a sold-out product takes nothing from others (CAT-C6)', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await resetStock({ [firstId]: 3, [secondId]: 0 });
      const orders = [
        orderOf(firstId, secondId),
        orderOf(firstId, secondId),
        orderOf(firstId),
        orderOf(firstId),
        orderOf(firstId),
      ];
      const held = await reserveAll(orders);
      expect(held).toEqual([false, false, true, true, true]);
    }
  });
});

it.each([
  ['of three products by one read', [firstId, secondId, thirdId], ['find']],
  ['of one product without a transaction', [secondId], ['update', 'find', 'find', 'find']],
])('an impossible order %s is refused (CAT-C6, write count)', async (_, ids, commands) => {
  await resetStock({ [firstId]: 3, [secondId]: 0, [thirdId]: 3 });
  const watched = await watchedConnection(catalog.database);
  try {
    const stock = createStockStore(createProductModel(watched.connection), () => Promise.resolve());
    await expect(reserveStock({ ...catalog.context, stock }, orderOf(...ids))).rejects.toMatchObject({
      code: 'out-of-stock',
      details: [{ path: secondId, message: '0' }],
    });
    expect(watched.commands.map(({ name }) => name)).toEqual(commands);
  } finally {
    await watched.close();
  }
});

it('an order that loses a line releases its others and names all products that are short (CAT-C6, SIL-22)', async () => {
  await resetStock({ [firstId]: 3, [secondId]: 1, [thirdId]: 3 });
  const { stock } = catalog.context;
  const attemptedIds: string[] = [];
  const attempt = reserveStock(
    {
      ...catalog.context,
      stock: {
        ...stock,
        async reserve(productId, line, writeContext) {
          attemptedIds.push(productId);
          // A concurrent order between read and write.
          if (productId === secondId) {
            await reserveStock(catalog.context, orderOf(secondId));
            await reserveStock(catalog.context, {
              reservationId: randomUUID(),
              lines: [{ productId: thirdId, quantity: 3 }],
            });
          }
          return stock.reserve(productId, line, writeContext);
        },
      },
    },
    orderOf(firstId, secondId, thirdId),
  );
  await expect(attempt).rejects.toMatchObject({
    code: 'out-of-stock',
    details: [
      { path: secondId, message: '0' },
      { path: thirdId, message: '0' },
    ],
  });
  expect(attemptedIds).toEqual([firstId, secondId]);
  expect(await stockOf(firstId)).toBe(3);
});
