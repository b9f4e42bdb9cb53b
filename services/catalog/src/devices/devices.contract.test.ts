import { settleListing } from '@kinmel/contracts';
import { createServiceClient } from '@kinmel/service-kit';
import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { ProductState } from '../products/product.rules.ts';
import { aProduct } from '../testing/product-builder.ts';
import { isDevice } from './device.rules.ts';
import { devicesSubscriptions } from './devices.subscriptions.ts';
import type { DevicesContext } from './devices.ts';

const { eachLike, integer, regex, string } = MatchersV3;

const serviceToken = 'a-token-of-the-services';
const json = { 'Content-Type': regex('^application/json.*', 'application/json; charset=utf-8') };
const [deviceId, productId] = ['de'.repeat(12), '25ee728f50f0dfc3eee9b45d'];
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const photo = '/api/passport/a-token/photos/c0ffee00c0ffee00';

/** Handles a message as the service does, with one product in memory, and returns all products after it. */
async function receive(content: unknown): Promise<ProductState[]> {
  const kept = new Map([[productId, aProduct({ id: productId, stock: 0 })]]);
  const put = async (product: ProductState) => void kept.set(product.id, product);
  const parts = {
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    listings: { find: async () => undefined, save: async () => {} },
    products: {
      find: async (wanted: string) => kept.get(wanted),
      insert: put,
      replace: (_before: ProductState, after: ProductState) => put(after),
      hasHolds: async () => false,
      devicesOf: async () => [...kept.values()].filter(isDevice),
    },
  };
  // The handler uses only these parts of the context.
  await handleMessage(devicesSubscriptions(parts as unknown as DevicesContext), content);
  return [...kept.values()];
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
    contractBetween('catalog', 'device')
      .addInteraction()
      .given(`the device ${deviceId} ${what}`)
      .uponReceiving(`a withdrawal of a device that ${what}`)
      .withRequest('POST', `/internal/devices/${deviceId}/listing/settle`, (ask) =>
        ask
          .headers({ 'x-kinmel-service-token': regex('^.+$', serviceToken) })
          .jsonBody({ listedVersion: integer(4) }),
      )
      .willRespondWith(200, (answer) => answer.headers(json).jsonBody({ success: true, state }))
      .executeTest(async ({ url: baseUrl }) => {
        const client = createServiceClient({ service: 'device', baseUrl, serviceToken, deadlineMs: 20_000 });
        const call = { params: { id: deviceId }, body: { listedVersion: 4 } };
        const answer = await client.call(settleListing, call).finally(() => client.close());
        expect(answer.state).toBe(state);
      }),
  );
});
