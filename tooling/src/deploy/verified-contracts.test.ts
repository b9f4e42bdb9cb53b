import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listVerifications } from '@kinmel/gateway/registry';
import {
  type ContractFolders,
  pactsOfCheckout,
  recordVerifications,
  sidesOf,
  unverifiedPacts,
} from './verified-contracts.ts';

let root: string;
let folders: ContractFolders;

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinmel-verified-'));
  folders = { root, state: join(root, '.kinmel'), registryFolder: join(root, 'shop/registry') };
  await put('package-lock.json', '{}');
  await put('services/order/src/main.ts', 'first');
  await put('services/offer/src/main.ts', 'first');
  await put('pacts/mfe-cart-checkout-order.json', '{"needs":"an id"}');
  await put('pacts/mfe-cart-checkout-offer.json', '{"needs":"a code"}');
  await put('pacts/mfe-account-order.json', '{"needs":"a list"}');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const remote = 'mfe-cart-checkout';
const passed = (service: string, consumer = remote) => ({
  file: `services/${service}/src/consumers.contract.test.ts`,
  name: `${service} answers and publishes what ${consumer} needs`,
});
const verified = () => recordVerifications(folders, [passed('order'), passed('offer')]);
const unverified = async () =>
  (await unverifiedPacts(await pactsOfCheckout(folders, remote), folders)).map(({ service, why }) => [
    service,
    why,
  ]);

it('names each contract that was never verified', async () => {
  expect(await unverified()).toEqual([
    ['offer', 'was never verified'],
    ['order', 'was never verified'],
  ]);
});

it('keeps what was verified beside the versions, not in the checkout', async () => {
  await verified();
  expect(await unverified()).toEqual([]);
  expect(await listVerifications(folders.registryFolder)).toContainEqual({
    pact: 'mfe-cart-checkout-order.json',
    integrity: expect.stringMatching(/^sha384-/),
    service: 'order',
    serviceVersion: expect.stringMatching(/^[0-9a-f]{64}$/),
    at: expect.any(String),
  });
});

it('counts each passed test of a consumer, and no other test', async () => {
  await recordVerifications(folders, [
    passed('order'),
    { file: 'services/offer/src/offers/offers.contract.test.ts', name: passed('offer').name },
    { ...passed('offer'), name: 'offer has a name' },
  ]);
  expect(await unverified()).toEqual([['offer', 'was never verified']]);
  expect(await unverifiedPacts(await pactsOfCheckout(folders, 'mfe-account'), folders)).toHaveLength(1);
});

it('names a contract that changed after it was verified', async () => {
  await verified();
  await put('pacts/mfe-cart-checkout-order.json', '{"needs":"an id and a name"}');
  expect(await unverified()).toEqual([['order', 'has changed since it was verified']]);
});

it('names a contract whose service runs in another version than the verified one', async () => {
  await verified();
  await put('services/order/src/main.ts', 'second');
  expect(await unverified()).toEqual([['order', 'was verified by another version of order than this']]);
  // The bundle runs, even if the sources have changed.
  await put('.kinmel/build/offer/inputs.sha256', 'of last week');
  expect((await unverified()).map(([service]) => service)).toEqual(['offer', 'order']);
});

it.each([
  ['mfe-catalog-order.json', { consumer: 'mfe-catalog', service: 'order' }],
  ['mfe-admin-service-request.json', { consumer: 'mfe-admin', service: 'service-request' }],
  ['mfe-catalog-nobody.json', undefined],
  ['order.json', undefined],
])('reads the two sides of %s', (file, sides) => {
  expect(sidesOf(file)).toEqual(sides);
});
