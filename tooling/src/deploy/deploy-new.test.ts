import { openRegistry } from '@kinmel/gateway/registry';
import {
  deploy as activate,
  cartDeclaration,
  catalogDeclaration,
  type Folders,
  makeShop,
  record,
  writeRemote,
} from '@kinmel/gateway/testing';
import { deployNew } from './deploy-new.ts';
import { rollbackPart } from './deploy-part.ts';

const part = 'mfe-catalog';
let folders: Folders;
let said: string[];
let built: string[];
/** The version that the sources of each part are built into. */
let versions: Record<string, string>;

beforeEach(async () => {
  said = [];
  built = [];
  for (const way of ['log', 'warn'] as const)
    jest.spyOn(console, way).mockImplementation((...line: unknown[]) => void said.push(line.join(' ')));
  folders = await makeShop(catalogDeclaration, cartDeclaration);
  versions = { [part]: '1.1.0' };
});
afterEach(async () => {
  jest.restoreAllMocks();
  await folders.remove();
});

/** The parts that a start deploys. */
const start = (...parts: string[]) =>
  deployNew(parts, {
    folders,
    inputsOf: async (name) => `sources-of-${versions[name]}`,
    async build(name) {
      built.push(name);
      const declaration = name === part ? catalogDeclaration : cartDeclaration;
      const version = versions[name] ?? '';
      await writeRemote(folders, declaration, version);
      return { build: await openRegistry(folders).readCandidate(name, version) };
    },
    deploy: (name, { build }) => activate(folders, name, build.version),
  });
const inForce = async (name = part) => (await openRegistry(folders).current())?.active[name]?.version;

it('deploys new sources once, and builds them once', async () => {
  await start(part);
  await start(part);
  expect(await inForce()).toBe('1.1.0');
  expect(built).toEqual([part]);
  expect(said).toEqual(['mfe-catalog 1.1.0 is active.']);
});

it('leaves a version that was rolled back where it is, also when it was a canary only', async () => {
  await start(part);
  await rollbackPart(part, folders);
  await start(part);
  expect(await inForce()).toBe('1.0.0');
  expect(said).toEqual(['mfe-catalog 1.1.0 was deployed before and stays replaced: 1.0.0 is active.']);

  await writeRemote(folders, catalogDeclaration, '1.2.0');
  const registry = openRegistry(folders);
  const expectedRevision = (await registry.current())?.revision ?? 0;
  const canary = { action: 'canary', part, version: '1.2.0', sharePercent: 5 } as const;
  await registry.activate({ ...record, ...canary, expectedRevision });
  await rollbackPart(part, folders);
  versions[part] = '1.2.0';
  await start(part);
  expect(await inForce()).toBe('1.0.0');
});

it('warns of a frozen part, deploys the others, and deploys it later without another build', async () => {
  const registry = openRegistry(folders);
  const change = async (action: object) =>
    registry.activate({
      ...record,
      part,
      ...action,
      expectedRevision: (await registry.current())?.revision ?? 0,
    } as Parameters<typeof registry.activate>[0]);
  await change({ action: 'freeze', until: new Date(Date.now() + 3_600_000).toISOString() });
  versions['mfe-cart-checkout'] = '1.1.0';
  await start(part, 'mfe-cart-checkout');
  expect(said).toEqual([
    expect.stringMatching(/^Warning: mfe-catalog stays at 1\.0\.0\. .* is frozen until /),
  ]);
  expect(await inForce('mfe-cart-checkout')).toBe('1.1.0');
  expect(await inForce()).toBe('1.0.0');

  await change({ action: 'unfreeze' });
  await start(part, 'mfe-cart-checkout');
  expect(await inForce()).toBe('1.1.0');
  expect(built).toEqual([part, 'mfe-cart-checkout']);
});

it('fails when a part is refused that has no active version', async () => {
  const refusal = new Error('it does not fit');
  const refused = deployNew(['mfe-new', part], {
    folders,
    inputsOf: async () => 'the sources',
    build: () => Promise.reject(refusal),
    deploy: () => Promise.resolve(),
  });
  await expect(refused).rejects.toBe(refusal);
});
