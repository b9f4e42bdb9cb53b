import { settleListing } from '@kinmel/contracts';
import { contractBetween, expectEvent, handleMessage, serviceCalls } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { ProductState } from '../products/product.rules.ts';
import { aProduct } from '../testing/product-builder.ts';
import { isDevice } from './device.rules.ts';
import { devicesSubscriptions } from './devices.subscriptions.ts';
import type { DevicesContext } from './devices.ts';

const { eachLike, integer, regex, string } = MatchersV3;

const [deviceId, productId] = ['de'.repeat(12), '25ee728f50f0dfc3eee9b45d'];
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const photo = '/api/passport/a-token/photos/c0ffee00c0ffee00';

/** Handles a message as the service does, with one product in memory, and returns all products after it. */
async function receive(content: unknown): Promise<ProductState[]> {
  const productsById = new Map([[productId, aProduct({ id: productId, stock: 0 })]]);
  const put = async (product: ProductState) => void productsById.set(product.id, product);
  const parts = {
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    listings: { find: async () => undefined, save: async () => {} },
    products: {
      find: async (wantedId: string) => productsById.get(wantedId),
      insert: put,
      replace: (_before: ProductState, after: ProductState) => put(after),
      hasHolds: async () => false,
      devicesOf: async () => [...productsById.values()].filter(isDevice),
    },
  };
  // The handler uses only these parts of the context.
  await handleMessage(devicesSubscriptions(parts as unknown as DevicesContext), content);
  return [...productsById.values()];
}

it('device.listed of device names a piece of a product with its price, grade and photos (CAT-D1, CAT-D2)', () =>
  expectEvent(contractBetween('catalog', 'device'), {
    type: 'device.listed',
    aggregateId: id(deviceId),
    aggregateVersion: 4,
    data: {
      deviceId: id(deviceId),
      storage: string('128 GB'),
      color: string('Black'),
      priceInMinorUnits: integer(6_000_000),
      currency: 'NPR',
      forSale: {
        ofProductId: id(productId),
        grade: regex(/^[ABC]$/, 'B'),
        batteryHealthPercent: integer(88),
        passportLink: regex(/^\/passport\/[\w-]+$/, '/passport/a-token'),
        photos: eachLike(regex(/^\/api\/passport\/[\w-]+\/photos\/[\w-]+$/, photo)),
      },
    },
  }).executeTest(async ({ contents }) => {
    const priceInMinorUnits = 6_000_000;
    expect(await receive(contents.content)).toMatchObject([
      { id: productId, hasDevices: true, stock: 1, priceInMinorUnits },
      {
        id: deviceId,
        stock: 1,
        priceInMinorUnits,
        image: photo,
        specs: { storage: '128 GB', color: 'Black' },
        device: { ofProductId: productId, grade: 'B', batteryHealthPercent: 88 },
      },
    ]);
  }));

describe('what catalog asks device about a device that was taken off sale (CAT-D3)', () => {
  it.each([
    ['listed-again', 'is on sale by its listing of version 4'],
    ['off-sale', 'was taken off sale'],
  ])('%s: it %s', (state, what) =>
    expect(
      serviceCalls('catalog', 'device')(
        {
          given: `the device ${deviceId} ${what}`,
          name: `a withdrawal of a device that ${what}`,
          request: [
            'POST',
            `/internal/devices/${deviceId}/listing/settle`,
            { body: { listedVersion: integer(4) } },
          ],
          answer: { state },
        },
        (client) => client.call(settleListing, { params: { id: deviceId }, body: { listedVersion: 4 } }),
      ),
    ).resolves.toMatchObject({ state }),
  );
});
