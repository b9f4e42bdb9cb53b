import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ObjectStore, openFolderObjects } from '@kinmel/service-kit';
import { s3Account, s3Server, startTestS3 } from '@kinmel/testing';
import {
  cartDeclaration,
  catalogDeclaration,
  deploy,
  type Folders,
  makeFolders,
  record,
  writeFiles,
  writeRemote,
  writeShell,
} from '../testing/remote-folder.ts';
import { type RunningGateway, startGateway, waitUntil } from '../testing/running-gateway.ts';
import { openRegistry, RegistryConflict } from './open-registry.ts';
import {
  assertSameRegistry,
  openSharedReleases,
  type ReleaseStores,
  shareReleases,
} from './open-shared-releases.ts';
import type { SharedReleases } from './shared-releases.ts';
import { storedVersions } from './versions/stored-versions.ts';

/** A machine with folders of its own. */
type Machine = Folders & { readonly shared: SharedReleases };

const change = { ...record, action: 'deploy', part: 'mfe-catalog' } as const;
const versionFile = (machine: Folders, version: string) =>
  join(machine.remotesFolder, 'mfe-catalog', version, 'version.json');

let storeFolder: string;
let stores: ReleaseStores;
let machines: Machine[];

/** All machines of a shop have the same keys. */
async function makeMachine(): Promise<Machine> {
  const { privateKeyFile, publicKeysFile } = machines[0] ?? (await makeFolders());
  const folders = { ...(await makeFolders()), privateKeyFile, publicKeysFile };
  const machine = { ...folders, shared: shareReleases(stores, folders) };
  machines.push(machine);
  return machine;
}

beforeEach(async () => {
  storeFolder = await mkdtemp(join(tmpdir(), 'kinmel-shared-'));
  const open = (name: string) => openFolderObjects(join(storeFolder, name));
  stores = {
    shells: await open('shell'),
    remotes: await open('remotes'),
    registry: await open('registry'),
  };
  machines = [];
});
afterEach(async () => {
  for (const machine of machines) await machine.remove();
  await rm(storeFolder, { recursive: true, force: true });
});

async function makeDeployedMachine(): Promise<Machine> {
  const first = await makeMachine();
  await writeShell(first);
  await deploy(first, 'shell', 's1');
  await writeRemote(first, catalogDeclaration, '1.0.0');
  await deploy(first, 'mfe-catalog', '1.0.0');
  return first;
}

describe('releases that machines share', () => {
  it('are deployed on one machine and read, with all their files, on another', async () => {
    await makeDeployedMachine();
    const second = await makeMachine();
    const registry = openRegistry(second);
    expect(await registry.current()).toBeUndefined();
    await second.shared.fetchRegistry();
    expect((await registry.current())?.active).toMatchObject({
      shell: { version: 's1' },
      'mfe-catalog': { version: '1.0.0' },
    });
    const build = await registry.readBuild('mfe-catalog', '1.0.0');
    await registry.verifyFiles('mfe-catalog', build);
    const folder = join(second.remotesFolder, 'mfe-catalog/1.0.0');
    expect(existsSync(join(folder, 'remoteEntry.js.br'))).toBe(true);
    expect(existsSync(join(folder, '.secret'))).toBe(false);
  });

  it('are rolled back on a machine that never had the version', async () => {
    const first = await makeDeployedMachine();
    await writeRemote(first, catalogDeclaration, '2.0.0');
    await deploy(first, 'mfe-catalog', '2.0.0');
    const second = await makeMachine();
    await second.shared.fetchRegistry();
    const { revision: expectedRevision = 0 } = (await openRegistry(second).current()) ?? {};
    await openRegistry(second).activate({
      ...record,
      action: 'rollback',
      part: 'mfe-catalog',
      expectedRevision,
    });
    await first.shared.fetchRegistry();
    expect((await openRegistry(first).current())?.active['mfe-catalog']?.version).toBe('1.0.0');
  });

  it('are changed by one of two machines at once; the other gets a conflict', async () => {
    const first = await makeDeployedMachine();
    const second = await makeMachine();
    for (const [index, machine] of machines.entries())
      await writeRemote(machine, catalogDeclaration, `${index + 2}.0.0`);
    const results = await Promise.allSettled(
      machines.map((machine, index) =>
        openRegistry(machine).activate({ ...change, version: `${index + 2}.0.0`, expectedRevision: 2 }),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.any(RegistryConflict),
    });
    for (const machine of machines) await machine.shared.fetchRegistry();
    const [firstRevision, secondRevision] = await Promise.all(
      [first, second].map((each) => openRegistry(each).current()),
    );
    expect(firstRevision?.revision).toBe(3);
    expect(secondRevision).toEqual(firstRevision);
  });

  it('are not activated when a file of the version cannot be stored', async () => {
    const first = await makeDeployedMachine();
    await writeRemote(first, catalogDeclaration, '2.0.0');
    const create = jest.spyOn(stores.remotes, 'create');
    create.mockImplementation(async (name) => {
      throw new Error(`no room for ${name}`);
    });
    await expect(deploy(first, 'mfe-catalog', '2.0.0')).rejects.toThrow('no room for mfe-catalog/2.0.0/');
    create.mockRestore();
    expect((await openRegistry(first).current())?.revision).toBe(2);
    await deploy(first, 'mfe-catalog', '2.0.0');
    const second = await makeMachine();
    await expect(openRegistry(second).readBuild('mfe-catalog', '2.0.0')).resolves.toMatchObject({
      version: '2.0.0',
    });
  });

  it('are unknown until their description is stored, and are not copied partially', async () => {
    const first = await makeDeployedMachine();
    const description = 'mfe-catalog/2.0.0/version.json';
    await writeRemote(first, catalogDeclaration, '2.0.0');
    await first.shared.publishVersion('mfe-catalog', '2.0.0');
    const bytes = (await stores.remotes.read(description)) ?? Buffer.alloc(0);
    await stores.remotes.delete(description);
    const second = await makeMachine();
    await expect(openRegistry(second).readBuild('mfe-catalog', '2.0.0')).rejects.toThrow('no readable');
    expect(existsSync(dirname(versionFile(second, '2.0.0')))).toBe(false);
    await stores.remotes.create(description, bytes);
    const third = await makeMachine();
    const read = jest.spyOn(stores.remotes, 'read').mockResolvedValueOnce(undefined);
    await expect(openRegistry(third).readBuild('mfe-catalog', '2.0.0')).rejects.toThrow('deleted while');
    read.mockRestore();
    expect(existsSync(versionFile(third, '2.0.0'))).toBe(false);
    await openRegistry(third).readBuild('mfe-catalog', '2.0.0');
  });

  it('are copied by several requests at once', async () => {
    await makeDeployedMachine();
    const second = await makeMachine();
    await second.shared.fetchRegistry();
    const registries = Array.from({ length: 8 }, () => openRegistry(second));
    const builds = await Promise.all(registries.map((each) => each.readBuild('mfe-catalog', '1.0.0')));
    expect(builds.map(({ version }) => version)).toEqual(Array(8).fill('1.0.0'));
  });

  it('cause one listing of the store for many unknown versions', async () => {
    await makeDeployedMachine();
    const second = await makeMachine();
    const list = jest.spyOn(stores.remotes, 'list');
    for (let index = 0; index < 50; index += 1)
      await expect(openRegistry(second).readBuild('mfe-catalog', `9.0.${index}`)).rejects.toThrow(
        'no readable',
      );
    expect(list).toHaveBeenCalledTimes(1);
    list.mockRestore();
  });

  it('can be deployed after a writer was stopped between a revision and its signature', async () => {
    const first = await makeDeployedMachine();
    await stores.registry.create('000003/revision.json', Buffer.from('{}'));
    const second = await makeMachine();
    await second.shared.fetchRegistry();
    expect(existsSync(join(second.registryFolder, '000003'))).toBe(false);
    await utimes(join(storeFolder, 'registry/000003/revision.json'), 0, 0);
    await writeRemote(first, catalogDeclaration, '2.0.0');
    expect(await deploy(first, 'mfe-catalog', '2.0.0')).toBe(4);
  });

  it('that another key has signed are refused', async () => {
    const first = await makeDeployedMachine();
    const foreign = await makeFolders();
    await writeRemote(foreign, catalogDeclaration, '6.6.6');
    await shareReleases(stores, foreign).publishVersion('mfe-catalog', '6.6.6');
    await expect(openRegistry(first).readBuild('mfe-catalog', '6.6.6')).rejects.toThrow(
      'does not count here',
    );
    await foreign.remove();
  });

  it('are listed, and deleted, on any machine', async () => {
    const first = await makeDeployedMachine();
    await writeRemote(first, catalogDeclaration, '2.0.0');
    await first.shared.publishVersion('mfe-catalog', '2.0.0');
    const second = await makeMachine();
    await second.shared.fetchRegistry();
    const versions = async (machine: Machine) =>
      (await storedVersions(openRegistry(machine), machine)).map(({ part, version }) => `${part} ${version}`);
    expect((await versions(second)).toSorted()).toEqual([
      'mfe-catalog 1.0.0',
      'mfe-catalog 2.0.0',
      'shell s1',
    ]);
    await second.shared.deleteVersion('mfe-catalog', '2.0.0');
    const third = await makeMachine();
    expect((await versions(third)).toSorted()).toEqual(['mfe-catalog 1.0.0', 'shell s1']);
  });

  it('are not mixed with those of a folder that has its own', async () => {
    const first = await makeDeployedMachine();
    await assertSameRegistry(stores.registry, first.registryFolder);
    const second = await makeMachine();
    await assertSameRegistry(stores.registry, second.registryFolder);
    await second.shared.fetchRegistry();
    await assertSameRegistry(stores.registry, second.registryFolder);
    const foreign = await makeFolders();
    await writeShell(foreign);
    const inFolders = { ...foreign, shared: undefined };
    await deploy(inFolders, 'shell', 's1');
    const otherRegistry = /RELEASES_URL: the registry there is another one than that in .*name an empty one/;
    await expect(assertSameRegistry(stores.registry, foreign.registryFolder)).rejects.toThrow(otherRegistry);
    for (let count = 0; count < 3; count += 1) await deploy(inFolders, 'shell', 's1');
    await expect(assertSameRegistry(stores.registry, foreign.registryFolder)).rejects.toThrow(otherRegistry);
    await foreign.remove();
  });

  it('are listed while one of them is deleted', async () => {
    const first = await makeDeployedMachine();
    await writeRemote(first, catalogDeclaration, '2.0.0');
    await first.shared.publishVersion('mfe-catalog', '2.0.0');
    const second = await makeMachine();
    const remotes = { ...stores.remotes };
    const read = jest.spyOn(stores.remotes, 'read').mockImplementation(async (name, range) => {
      if (name.startsWith('mfe-catalog/2.0.0/')) await first.shared.deleteVersion('mfe-catalog', '2.0.0');
      return remotes.read(name, range);
    });
    await second.shared.fetchVersions();
    read.mockRestore();
    expect(existsSync(versionFile(second, '1.0.0'))).toBe(true);
    expect(existsSync(dirname(versionFile(second, '2.0.0')))).toBe(false);
  });

  it('have the records of deploy commands on all machines', async () => {
    const first = await makeDeployedMachine();
    await writeFiles(first.registryFolder, { 'verified/a1': '{}', 'built/shell-1': 's1' });
    await first.shared.publishRecords();
    const second = await makeMachine();
    await second.shared.fetchRegistry();
    expect(existsSync(join(second.registryFolder, 'verified/a1'))).toBe(true);
    expect(existsSync(join(second.registryFolder, 'built/shell-1'))).toBe(true);
  });

  it('ignore objects with other names', async () => {
    await makeDeployedMachine();
    await stores.registry.create('installation', Buffer.from('x'));
    await stores.remotes.create('stray', Buffer.from('x'));
    const withStray: ObjectStore = {
      ...stores.registry,
      list: async () => [
        ...(await stores.registry.list()),
        { name: '../000009/revision.json', bytes: 2, storedAt: new Date(0) },
      ],
    };
    const second = await makeMachine();
    await shareReleases({ ...stores, registry: withStray }, second).fetchRegistry();
    expect((await openRegistry(second).current())?.revision).toBe(2);
  });
});

(s3Server === undefined ? describe.skip : describe)('two gateways with folders of their own', () => {
  let server: Awaited<ReturnType<typeof startTestS3>>;
  const before = { ...process.env };
  const gateways: RunningGateway[] = [];

  beforeAll(async () => {
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: s3Account.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Account.secretAccessKey,
    });
    server = await startTestS3(['releases']);
  }, 60_000);
  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop();
    server.stop();
    process.env = before;
  });

  it('show what a third machine deploys and rolls back, even while S3 is unavailable', async () => {
    const url = `s3://releases/?installation=my-shop&endpoint=${server.endpoint}`;
    const releasesPlace = {
      bucket: 'releases',
      prefix: '',
      installation: 'my-shop',
      endpoint: server.endpoint,
      region: 'us-east-1',
    };
    const deployerFolders = await makeFolders();
    machines.push({ ...deployerFolders, shared: await openSharedReleases(releasesPlace, deployerFolders) });
    const [deployer] = machines as [Machine];
    await writeShell(deployer);
    await deploy(deployer, 'shell', 's1');
    await writeRemote(deployer, cartDeclaration, '1.0.0');
    await deploy(deployer, 'mfe-cart-checkout', '1.0.0');
    for (let index = 0; index < 2; index += 1) {
      const folders = { ...(await makeFolders()), publicKeysFile: deployer.publicKeysFile };
      const settings = { fetchRegistryMs: 100 };
      gateways.push(await startGateway({ folders, settings, env: { RELEASES_URL: url } }));
    }
    const activeOf = async (gateway: RunningGateway) => {
      const answer = (await gateway.get('/remotes/registry.json')).json() as {
        remotes: Record<string, { version: string; entry: string }>;
      };
      return answer.remotes['mfe-cart-checkout'];
    };
    const untilBothShow = (version: string) =>
      waitUntil(async () =>
        (await Promise.all(gateways.map(activeOf))).every((entry) => entry?.version === version),
      );
    await untilBothShow('1.0.0');
    await writeRemote(deployer, cartDeclaration, '2.0.0');
    await deploy(deployer, 'mfe-cart-checkout', '2.0.0');
    await untilBothShow('2.0.0');
    for (const gateway of gateways) {
      const entry = (await activeOf(gateway))?.entry ?? '';
      expect((await gateway.get(entry)).text).toContain('mfe-cart-checkout 2.0.0');
    }
    const { revision: expectedRevision = 0 } = (await openRegistry(deployer).current()) ?? {};
    await openRegistry(deployer).activate({
      ...record,
      action: 'rollback',
      part: 'mfe-cart-checkout',
      expectedRevision,
    });
    await untilBothShow('1.0.0');
    server.stop();
    const isLogged = ({ logLines }: RunningGateway) =>
      logLines.some((line) => line.includes('the shared registry cannot be read'));
    await waitUntil(() => gateways.every(isLogged));
    await untilBothShow('1.0.0');
  }, 60_000);
});
