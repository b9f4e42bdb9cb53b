import { appendFile, cp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegistryRevision, RemoteDeclaration } from '@kinmel/contracts';
import {
  cartDeclaration,
  catalogDeclaration,
  deploy,
  type Folders,
  makeFolders,
  makeShop,
  record,
  writeRemote,
} from '../testing/remote-folder.ts';
import { type RunningGateway, startGateway, waitUntil } from '../testing/running-gateway.ts';
import { openRegistry } from './open-registry.ts';
import { RegistryRefusal } from './revisions/next-state.ts';
import { createRevision, signRevision } from './revisions/revision-files.ts';
import { ensureKeyPair, readPublicKeys, SignatureError, signFile } from './signatures.ts';

let folders: Folders;
let stranger: Folders;
let owner: Folders;
let nextOwner: Folders;
let ownerKey: string;
let nextKey: string;

/** The folders of the shop with the keys of another owner. */
const withKeyOf = ({ privateKeyFile }: Folders): Folders => ({ ...folders, privateKeyFile });

const keyOf = ({ publicKeysFile }: Folders) => readPublicKeys(publicKeysFile)[0] ?? '';

const versionFile = (version: string) => join(folders.remotesFolder, 'mfe-catalog', version, 'version.json');
const revisionFolder = (number: number) => join(folders.registryFolder, String(number).padStart(6, '0'));

const current = async () => (await openRegistry(folders).current()) as RegistryRevision;

/** A catalog whose owner has these keys. */
const ownedBy = (...keys: string[]): RemoteDeclaration => ({ ...catalogDeclaration, keys });

beforeEach(async () => {
  folders = await makeShop(catalogDeclaration, cartDeclaration);
  [stranger, owner, nextOwner] = await Promise.all([makeFolders(), makeFolders(), makeFolders()]);
  [ownerKey, nextKey] = [keyOf(owner), keyOf(nextOwner)];
  await writeRemote(folders, catalogDeclaration, '1.1.0');
});

afterEach(async () => {
  for (const each of [folders, stranger, owner, nextOwner]) await each.remove();
});

describe('a version', () => {
  const expectVersionRefused = async (pattern: RegExp, version = '1.1.0') => {
    const { revision } = await current();
    await expect(deploy(folders, 'mfe-catalog', version)).rejects.toThrow(pattern);
    await expect(deploy(folders, 'mfe-catalog', version, 5)).rejects.toThrow(pattern);
    expect((await current()).revision).toBe(revision);
  };

  it('with a changed byte in its description is refused (N-05)', async () => {
    const text = await readFile(versionFile('1.1.0'), 'utf8');
    await writeFile(versionFile('1.1.0'), text.replace('"Home"', '"Hole"'));
    await expectVersionRefused(/mfe-catalog 1\.1\.0 is not what was signed/);
  });

  it.each(['pacts/order.json', 'page-home.33333333.js'])(
    'with a changed byte in %s is refused (N-05)',
    async (file) => {
      await appendFile(join(folders.remotesFolder, 'mfe-catalog/1.1.0', file), ' ');
      await expectVersionRefused(new RegExp(`${file} is not what was built`));
    },
  );

  it('of the shell with a changed byte in its page is refused (N-05)', async () => {
    await cp(join(folders.shellsFolder, 's1'), join(folders.shellsFolder, 'kept'), { recursive: true });
    await appendFile(join(folders.shellsFolder, 's1/index.html'), ' ');
    await expect(deploy(folders, 'shell', 's1')).rejects.toThrow('index.html is not what was built');
    await expect(deploy(folders, 'shell', 'kept')).rejects.toThrow('belongs to shell s1');
  });

  it('without a signature, with a broken one or with that of another version is refused (N-05)', async () => {
    const signature = `${versionFile('1.1.0')}.sig`;
    await cp(`${versionFile('1.0.0')}.sig`, signature);
    await expectVersionRefused(/is not what was signed/);
    await writeFile(signature, '{"keyId":"0","signature":"x"}');
    await expectVersionRefused(/has no readable signature/);
    await rm(signature);
    await expectVersionRefused(/mfe-catalog 1\.1\.0 is not signed/);
  });

  it('signed by an unknown key is refused, even when it declares that key itself (N-05)', async () => {
    await writeRemote(withKeyOf(stranger), ownedBy(keyOf(stranger)), '1.2.0');
    await expectVersionRefused(/is signed by the key [0-9a-f]{16}, which does not count here/, '1.2.0');
  });
});

describe('the keys of an owner', () => {
  const asOwner = (version: string, signer = owner) => deploy(withKeyOf(signer), 'mfe-catalog', version);

  it('count once an active version declares them, and two count at once while they are changed', async () => {
    await writeRemote(withKeyOf(owner), ownedBy(ownerKey), '2.0.0');
    await expect(asOwner('2.0.0')).rejects.toThrow(SignatureError);
    await writeRemote(folders, ownedBy(ownerKey), '2.0.1');
    await deploy(folders, 'mfe-catalog', '2.0.1');
    await asOwner('2.0.0');
    await writeRemote(withKeyOf(nextOwner), ownedBy(nextKey), '2.1.0');
    await expect(asOwner('2.1.0')).rejects.toThrow('does not count here');
    await writeRemote(withKeyOf(owner), ownedBy(ownerKey, nextKey), '2.2.0');
    await asOwner('2.2.0');
    await asOwner('2.1.0', nextOwner);
    expect((await current()).active['mfe-catalog']?.keys).toEqual([nextKey]);
    await expect(asOwner('2.0.0')).rejects.toThrow('does not count here');
    await deploy(folders, 'mfe-catalog', '1.0.0');
  });

  it('are at most two', async () => {
    await writeRemote(folders, ownedBy(ownerKey, nextKey, keyOf(stranger)), '2.0.0');
    await expect(deploy(folders, 'mfe-catalog', '2.0.0')).rejects.toThrow('declaration.keys');
  });

  it('change no other part, and admit no new one', async () => {
    await writeRemote(folders, ownedBy(ownerKey), '2.0.0');
    await deploy(folders, 'mfe-catalog', '2.0.0');
    await expect(deploy(withKeyOf(owner), 'mfe-cart-checkout', '1.0.0')).rejects.toThrow(SignatureError);
    const newDeclaration = { ...cartDeclaration, name: 'mfe-new', pages: [], widgets: [], keys: [ownerKey] };
    await writeRemote(withKeyOf(owner), newDeclaration, '1.0.0');
    await expect(deploy(withKeyOf(owner), 'mfe-new', '1.0.0')).rejects.toThrow(SignatureError);
    // A revision of the owner's part that changes another part too.
    const lastRevision = await current();
    const active = {
      ...lastRevision.active,
      'mfe-cart-checkout': { version: '0.9.0', since: lastRevision.at },
    };
    const manualRevision = {
      ...lastRevision,
      revision: lastRevision.revision + 1,
      part: 'mfe-catalog',
      active,
    };
    await createRevision(folders.registryFolder, signRevision(manualRevision, owner.privateKeyFile));
    expect(await current()).toEqual(lastRevision);
    await deploy(folders, 'mfe-new', '1.0.0');
    expect(Object.keys((await current()).active)).toContain('mfe-new');
  });
});

describe('at a running gateway', () => {
  let gateway: RunningGateway;

  beforeEach(async () => {
    gateway = await startGateway({ folders });
  });
  afterEach(() => gateway.stop());

  const refusalCount = async (reason: string) =>
    new RegExp(`gateway_registry_refused_total\\{.*reason="${reason}".*\\} (\\d+)`).exec(
      await gateway.context.metrics.registry.metrics(),
    )?.[1];
  const lines = (text: string) => gateway.logLines.filter((line) => line.includes(text));
  const activeVersions = () =>
    gateway.context.remotes.viewOf({ isAdmin: false }).builds.map(({ version }) => version);

  /** A further revision with the version 1.1.0, written by hand. */
  async function writeRevision(keyFile: string, folder = folders.registryFolder): Promise<number> {
    const lastRevision = await current();
    const active = { ...lastRevision.active, 'mfe-catalog': { version: '1.1.0', since: lastRevision.at } };
    const revision = { ...lastRevision, revision: lastRevision.revision + 1, part: 'mfe-catalog', active };
    await createRevision(folder, signRevision(revision, keyFile));
    return revision.revision;
  }

  /** The last usable revision stays active. One log line and one metric report it, even after further reads. */
  async function expectRefused(reason: string, line: string): Promise<void> {
    await waitUntil(async () => (await refusalCount(reason)) !== undefined);
    for (let count = 0; count < 3; count += 1) await gateway.context.remotes.refresh();
    expect(await refusalCount(reason)).toBe('1');
    expect(lines(line)).toHaveLength(1);
    expect(activeVersions()).toEqual(['1.0.0', '1.0.0']);
    expect((await gateway.get('/')).text).toContain('/remotes/mfe-catalog/1.0.0/remoteEntry.js');
  }

  it('a revision signed by an unknown key is refused, logged and counted once (N-06)', async () => {
    await writeRevision(stranger.privateKeyFile);
    await expectRefused('unknown-key', 'a registry revision is refused');
    await deploy(folders, 'mfe-catalog', '1.1.0');
    await waitUntil(() => activeVersions()[0] === '1.1.0');
  });

  it('a revision with a changed byte is refused, logged and counted once (N-06)', async () => {
    const otherFolder = join(folders.root, 'elsewhere');
    const number = await writeRevision(folders.privateKeyFile, otherFolder);
    const writtenFolder = join(otherFolder, String(number).padStart(6, '0'));
    const file = join(writtenFolder, 'revision.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('a test', 'a TEST'));
    await rename(writtenFolder, revisionFolder(number));
    await expectRefused('changed', 'a registry revision is refused');
  });

  it('a revision without a signature, or under the number of another, is refused (N-06)', async () => {
    const lastRevision = await current();
    await cp(revisionFolder(lastRevision.revision), revisionFolder(lastRevision.revision + 1), {
      recursive: true,
    });
    await expectRefused('unreadable', 'a registry revision is refused');
    await createRevision(folders.registryFolder, {
      ...signRevision({ ...lastRevision, revision: lastRevision.revision + 2 }, folders.privateKeyFile),
      signature: undefined,
    });
    await expectRefused('unsigned', '"reason":"unsigned"');
  });

  it('a lower number than the active one is refused, logged and counted once (N-06)', async () => {
    const { revision } = await current();
    await deploy(folders, 'mfe-catalog', '1.1.0');
    await waitUntil(() => gateway.context.remotes.revision === revision + 1);
    await rm(revisionFolder(revision + 1), { recursive: true });
    await waitUntil(async () => (await refusalCount('older')) !== undefined);
    for (let count = 0; count < 3; count += 1) await gateway.context.remotes.refresh();
    expect([await refusalCount('older'), lines('"reason":"older"').length]).toEqual(['1', 1]);
    expect([gateway.context.remotes.revision, activeVersions()[0]]).toEqual([revision + 1, '1.1.0']);
  });

  it('a version whose description was changed or signed by an unknown key is refused, logged and counted (N-05)', async () => {
    signFile(versionFile('1.1.0'), stranger.privateKeyFile);
    await writeRevision(folders.privateKeyFile);
    await expectRefused('unknown-key', 'a version that should be active is not usable');
    expect((await gateway.get('/remotes/mfe-catalog/1.1.0/remoteEntry.js')).status).toBe(404);
    signFile(versionFile('1.1.0'), folders.privateKeyFile);
    await waitUntil(() => activeVersions()[0] === '1.1.0');
  });

  it('a shell signed by an unknown key is refused, and the last usable one stays active (N-05)', async () => {
    await writeFile(join(folders.shellsFolder, 's1/shell.json.sig'), 'nothing');
    const restarted = await startGateway({ folders });
    expect((await restarted.get('/')).status).toBe(503);
    expect((await gateway.get('/')).status).toBe(200);
    await restarted.stop();
  });
});

it('a registry without its private key changes nothing', async () => {
  const { privateKeyFile: _none, ...readOnly } = folders;
  const change = { ...record, action: 'deploy', part: 'mfe-catalog', version: '1.1.0' } as const;
  const { revision } = await current();
  await expect(openRegistry(readOnly).activate({ ...change, expectedRevision: revision })).rejects.toThrow(
    RegistryRefusal,
  );
});

it('a key pair is made once, the private key readable by its owner only', async () => {
  const before = await readFile(folders.privateKeyFile, 'utf8');
  ensureKeyPair(folders);
  expect(await readFile(folders.privateKeyFile, 'utf8')).toBe(before);
  expect(readPublicKeys(folders.publicKeysFile)).toHaveLength(1);
  expect((await stat(folders.privateKeyFile)).mode & 0o777).toBe(0o600);
  // Keys that were trusted before stay.
  await cp(stranger.publicKeysFile, folders.publicKeysFile);
  ensureKeyPair(folders);
  expect(readPublicKeys(folders.publicKeysFile)).toEqual([keyOf(stranger), expect.any(String)]);
});
