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

async function writeFileAt(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinmel-verified-'));
  folders = { root, state: join(root, '.kinmel'), registryFolder: join(root, 'shop/registry') };
  await writeFileAt('package-lock.json', '{}');
  await writeFileAt('services/order/src/main.ts', 'first');
  await writeFileAt('services/offer/src/main.ts', 'first');
  await writeFileAt('pacts/mfe-cart-checkout-order.json', '{"needs":"an id"}');
  await writeFileAt('pacts/mfe-cart-checkout-offer.json', '{"needs":"a code"}');
  await writeFileAt('pacts/mfe-account-order.json', '{"needs":"a list"}');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const remote = 'mfe-cart-checkout';
const passedTest = (service: string, consumer = remote) => ({
  file: `services/${service}/src/consumers.contract.test.ts`,
  name: `${service} answers and publishes what ${consumer} needs`,
});
const verifyBoth = () => recordVerifications(folders, [passedTest('order'), passedTest('offer')]);
const unverifiedContracts = async () =>
  (await unverifiedPacts(await pactsOfCheckout(folders, remote), folders)).map(({ service, why }) => [
    service,
    why,
  ]);

it('names each contract that was never verified', async () => {
  expect(await unverifiedContracts()).toEqual([
    ['offer', 'was never verified'],
    ['order', 'was never verified'],
  ]);
});

it('stores verifications beside the versions, not in the checkout', async () => {
  await verifyBoth();
  expect(await unverifiedContracts()).toEqual([]);
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
    passedTest('order'),
    { file: 'services/offer/src/offers/offers.contract.test.ts', name: passedTest('offer').name },
    { ...passedTest('offer'), name: 'offer has a name' },
  ]);
  expect(await unverifiedContracts()).toEqual([['offer', 'was never verified']]);
  expect(await unverifiedPacts(await pactsOfCheckout(folders, 'mfe-account'), folders)).toHaveLength(1);
});

it('names a contract that changed after it was verified', async () => {
  await verifyBoth();
  await writeFileAt('pacts/mfe-cart-checkout-order.json', '{"needs":"an id and a name"}');
  expect(await unverifiedContracts()).toEqual([['order', 'has changed since it was verified']]);
});

it('names a contract whose service runs in another version than the verified one', async () => {
  await verifyBoth();
  await writeFileAt('services/order/src/main.ts', 'second');
  expect(await unverifiedContracts()).toEqual([
    ['order', 'was verified by another version of order than this'],
  ]);
  // The bundle runs, even if the sources have changed.
  await writeFileAt('.kinmel/build/offer/inputs.sha256', 'of last week');
  expect((await unverifiedContracts()).map(([service]) => service)).toEqual(['offer', 'order']);
});

it.each([
  ['mfe-catalog-order.json', { consumer: 'mfe-catalog', service: 'order' }],
  ['mfe-admin-service-request.json', { consumer: 'mfe-admin', service: 'service-request' }],
  ['mfe-catalog-nobody.json', undefined],
  ['order.json', undefined],
])('reads the two sides of %s', (file, sides) => {
  expect(sidesOf(file)).toEqual(sides);
});
