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
let logLines: string[];
let builtParts: string[];
/** The version that the sources of each part are built into. */
let sourceVersions: Record<string, string>;

beforeEach(async () => {
  logLines = [];
  builtParts = [];
  for (const way of ['log', 'warn'] as const)
    jest.spyOn(console, way).mockImplementation((...line: unknown[]) => void logLines.push(line.join(' ')));
  folders = await makeShop(catalogDeclaration, cartDeclaration);
  sourceVersions = { [part]: '1.1.0' };
});
afterEach(async () => {
  jest.restoreAllMocks();
  await folders.remove();
});

/** The parts that a start deploys. */
const start = (...parts: string[]) =>
  deployNew(parts, {
    folders,
    inputsOf: async (name) => `sources-of-${sourceVersions[name]}`,
    async build(name) {
      builtParts.push(name);
      const declaration = name === part ? catalogDeclaration : cartDeclaration;
      const version = sourceVersions[name] ?? '';
      await writeRemote(folders, declaration, version);
      return { build: await openRegistry(folders).readCandidate(name, version) };
    },
    deploy: (name, { build }) => activate(folders, name, build.version),
  });
const activeVersion = async (name = part) => (await openRegistry(folders).current())?.active[name]?.version;

it('deploys new sources once, and builds them once', async () => {
  await start(part);
  await start(part);
  expect(await activeVersion()).toBe('1.1.0');
  expect(builtParts).toEqual([part]);
  expect(logLines).toEqual(['mfe-catalog 1.1.0 is active.']);
});

it('leaves a version that was rolled back where it is, also when it was a canary only', async () => {
  await start(part);
  await rollbackPart(part, folders);
  await start(part);
  expect(await activeVersion()).toBe('1.0.0');
  expect(logLines).toEqual(['mfe-catalog 1.1.0 was deployed before and stays replaced: 1.0.0 is active.']);

  await writeRemote(folders, catalogDeclaration, '1.2.0');
  const registry = openRegistry(folders);
  const expectedRevision = (await registry.current())?.revision ?? 0;
  const canary = { action: 'canary', part, version: '1.2.0', sharePercent: 5 } as const;
  await registry.activate({ ...record, ...canary, expectedRevision });
  await rollbackPart(part, folders);
  sourceVersions[part] = '1.2.0';
  await start(part);
  expect(await activeVersion()).toBe('1.0.0');
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
  sourceVersions['mfe-cart-checkout'] = '1.1.0';
  await start(part, 'mfe-cart-checkout');
  expect(logLines).toEqual([
    expect.stringMatching(/^Warning: mfe-catalog stays at 1\.0\.0\. .* is frozen until /),
  ]);
  expect(await activeVersion('mfe-cart-checkout')).toBe('1.1.0');
  expect(await activeVersion()).toBe('1.0.0');

  await change({ action: 'unfreeze' });
  await start(part, 'mfe-cart-checkout');
  expect(await activeVersion()).toBe('1.1.0');
  expect(builtParts).toEqual([part, 'mfe-cart-checkout']);
});

it('fails when a part is refused that has no active version', async () => {
  const refusal = new Error('it does not fit');
  const deployment = deployNew(['mfe-new', part], {
    folders,
    inputsOf: async () => 'the sources',
    build: () => Promise.reject(refusal),
    deploy: () => Promise.resolve(),
  });
  await expect(deployment).rejects.toBe(refusal);
});
