import { randomUUID } from 'node:crypto';
import { watchedConnection } from '@kinmel/testing/servers';
import { createProductModel } from '../products/products.store.ts';
import { aProduct, idNumber } from '../testing/product-builder.ts';
import { useTestCatalog } from '../testing/test-catalog.ts';
import { type ReservationRequest, reserveStock } from './reserve-stock.ts';
import { createStockStore } from './stock.store.ts';

// For loaded machines.
jest.setTimeout(120_000);

const catalog = useTestCatalog();
const [one, other, third] = [idNumber(1), idNumber(2), idNumber(3)];
const rounds = 60;

/** Resets the stock of these products. */
async function stocked(pieces: Readonly<Record<string, number>>): Promise<void> {
  await catalog.database.empty();
  for (const [id, stock] of Object.entries(pieces))
    await catalog.context.products.insert(aProduct({ id, stock }), []);
}

const orderOf = (...productIds: string[]): ReservationRequest => ({
  reservationId: randomUUID(),
  lines: productIds.map((productId) => ({ productId, quantity: 1 })),
});

const leftOf = async (productId: string) => (await catalog.context.stock.read(productId))?.stock;

describe('of five concurrent orders for three pieces', () => {
  const placedOf = async (requests: readonly ReservationRequest[]) =>
    (await Promise.allSettled(requests.map((request) => reserveStock(catalog.context, request)))).map(
      ({ status }) => status === 'fulfilled',
    );

  it.each([
    ['of one line', [one]],
    ['of two lines', [one, other]],
    ['of three lines', [one, other, third]],
  ])(
    `those %s: exactly three are held, in each of ${rounds} rounds (CAT-C6, CAT-C7)`,
    async (_name, lines) => {
      for (let round = 0; round < rounds; round += 1) {
        await stocked({ [one]: 3, [other]: 3, [third]: 3 });
        const held = await placedOf(
          Array.from({ length: 5 }, (__, n) => orderOf(...(n % 2 ? lines : lines.toReversed()))),
        );
        expect(held.filter(Boolean)).toHaveLength(3);
        expect(await Promise.all(lines.map(leftOf))).toEqual(lines.map(() => 0));
      }
    },
  );

  it('an order that includes a sold-out product takes nothing from others (CAT-C6)', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await stocked({ [one]: 3, [other]: 0 });
      const orders = [orderOf(one, other), orderOf(one, other), orderOf(one), orderOf(one), orderOf(one)];
      const held = await placedOf(orders);
      expect(held).toEqual([false, false, true, true, true]);
    }
  });
});

it.each([
  ['of three products by one read', [one, other, third], ['find']],
  ['of one product without a transaction', [other], ['update', 'find', 'find', 'find']],
])('an impossible order %s is refused (CAT-C6, write count)', async (_, ids, commands) => {
  await stocked({ [one]: 3, [other]: 0, [third]: 3 });
  const watched = await watchedConnection(catalog.database);
  try {
    const stock = createStockStore(createProductModel(watched.connection), () => Promise.resolve());
    await expect(reserveStock({ ...catalog.context, stock }, orderOf(...ids))).rejects.toMatchObject({
      code: 'out-of-stock',
      details: [{ path: other, message: '0' }],
    });
    expect(watched.commands.map(({ name }) => name)).toEqual(commands);
  } finally {
    await watched.close();
  }
});

it('an order that loses a line releases its others and names all short ones (CAT-C6, SIL-22)', async () => {
  await stocked({ [one]: 3, [other]: 1, [third]: 3 });
  const { stock } = catalog.context;
  const tried: string[] = [];
  const attempt = reserveStock(
    {
      ...catalog.context,
      stock: {
        ...stock,
        async reserve(productId, line, when) {
          tried.push(productId);
          // A concurrent order between read and write.
          if (productId === other) {
            await reserveStock(catalog.context, orderOf(other));
            await reserveStock(catalog.context, {
              reservationId: randomUUID(),
              lines: [{ productId: third, quantity: 3 }],
            });
          }
          return stock.reserve(productId, line, when);
        },
      },
    },
    orderOf(one, other, third),
  );
  await expect(attempt).rejects.toMatchObject({
    code: 'out-of-stock',
    details: [
      { path: other, message: '0' },
      { path: third, message: '0' },
    ],
  });
  expect(tried).toEqual([one, other]);
  expect(await leftOf(one)).toBe(3);
});
