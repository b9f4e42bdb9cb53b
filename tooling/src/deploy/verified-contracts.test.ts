import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  assertVerified,
  type ContractFolders,
  recordVerifications,
  unverifiedContracts,
} from './verified-contracts.ts';

let root: string;
let folders: ContractFolders;

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinmel-verified-'));
  folders = { root, state: join(root, '.kinmel') };
  await put('package-lock.json', '{}');
  await put('services/order/src/main.ts', 'first');
  await put('services/offer/src/main.ts', 'first');
  await put('pacts/mfe-cart-checkout-order.json', '{"needs":"an id"}');
  await put('pacts/mfe-cart-checkout-offer.json', '{"needs":"a code"}');
  await put('pacts/mfe-account-order.json', '{"needs":"a list"}');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const remote = 'mfe-cart-checkout';
const testOf = (owner: string) => `services/${owner}/src/consumers.contract.test.ts`;
const verified = () => recordVerifications(folders, [testOf('order'), testOf('offer')]);

it('refuses a remote whose contracts were never verified, and names the tests', async () => {
  await expect(assertVerified(remote, folders)).rejects.toThrow(
    /contract with offer was never verified[^]*contract with order was never verified[^]*npm test -- services\/offer\/src\/consumers.contract.test.ts services\/order\//,
  );
});

it('allows a remote whose contracts are all verified', async () => {
  await verified();
  expect(await assertVerified(remote, folders)).toEqual([]);
  expect(await assertVerified('mfe-account', folders)).toEqual([]);
  expect(await assertVerified('mfe-magazine', folders)).toEqual([]);
});

it('counts only passed consumer tests of an owner', async () => {
  await recordVerifications(folders, [testOf('order'), 'services/offer/src/offers/offers.contract.test.ts']);
  expect(await unverifiedContracts(remote, folders)).toEqual([{ owner: 'offer', why: 'was never verified' }]);
});

it('refuses a contract that changed after it was verified', async () => {
  await verified();
  await put('pacts/mfe-cart-checkout-order.json', '{"needs":"an id and a name"}');
  expect(await unverifiedContracts(remote, folders)).toEqual([
    { owner: 'order', why: 'has changed since it was verified' },
  ]);
});

it('refuses a contract whose owner runs in another version than the verified one', async () => {
  await verified();
  const [{ version }] = Object.values(
    JSON.parse(await readFile(join(folders.state, 'verified-contracts.json'), 'utf8')),
  ) as [{ version: string }];
  const why = 'was verified by another version of order than the one that runs';

  await put('services/order/src/main.ts', 'second');
  expect(await unverifiedContracts(remote, folders)).toEqual([{ owner: 'order', why }]);

  // The bundle runs, even if the sources have changed.
  await put('.kinmel/build/offer/inputs.sha256', 'of last week');
  expect((await unverifiedContracts(remote, folders)).map(({ owner }) => owner)).toEqual(['offer', 'order']);
  expect(version).toMatch(/^[0-9a-f]{64}$/);
});

it('verifies missing contracts before it deploys', async () => {
  await recordVerifications(folders, [testOf('order')]);
  const asked: string[] = [];
  const verify = async (tests: readonly string[]) => {
    asked.push(...tests);
    await recordVerifications(folders, tests);
  };
  expect(await assertVerified(remote, folders, { verify })).toEqual([]);
  expect(asked).toEqual([testOf('offer')]);
});

it('refuses a contract that still fails after that', async () => {
  const verify = () => recordVerifications(folders, [testOf('order')]);
  await expect(assertVerified(remote, folders, { verify })).rejects.toThrow(
    /not deployed[^]*contract with offer was never verified/,
  );
});

it('deploys with a reason, and logs it', async () => {
  const refused = await assertVerified(remote, folders, { reason: 'the owner is away' });
  expect(refused.map(({ owner }) => owner)).toEqual(['offer', 'order']);
  const line = JSON.parse(await readFile(join(folders.state, 'logs/deploy.log'), 'utf8'));
  expect(line).toMatchObject({ consumer: remote, unverified: refused, reason: 'the owner is away' });
  expect(Date.parse(line.at)).not.toBeNaN();
});
