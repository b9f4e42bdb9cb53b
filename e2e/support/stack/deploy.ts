import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RemoteBuild } from '@kinmel/contracts';
import { type Change, openRegistry, signFile } from '@kinmel/gateway/registry';
import { checkoutFolder, keyFiles, type StackFolders } from '@kinmel/tooling/stack';
import { expect } from '@playwright/test';
import { stackState } from './stack-control.ts';

export const deployFoldersOf = ({ registry, remotes, shell }: StackFolders) => ({
  ...keyFiles(),
  registryFolder: registry,
  remotesFolder: remotes,
  shellsFolder: shell,
});

/** Without the shell, so that incompatible versions reach the gateway and the browser. */
const registryOf = (folders: StackFolders) =>
  openRegistry({ ...deployFoldersOf(folders), shellsFolder: join(folders.state, 'no-shell') });

async function activeFolder(remote: string): Promise<string> {
  const { folders } = await stackState();
  const active = (await registryOf(folders).current())?.active[remote]?.version;
  if (active === undefined) throw new Error(`${remote} is not deployed`);
  return join(folders.remotes, remote, active);
}

/** A copy of a remote's source with changed texts in one of its files. */
export async function changedSource(
  remote: string,
  file: string,
  changes: readonly (readonly [text: string, newText: string])[],
): Promise<string> {
  const { folders } = await stackState();
  const folder = join(folders.state, 'tomorrow', remote);
  await rm(folder, { recursive: true, force: true });
  await cp(join(checkoutFolder, remote), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  let source = await readFile(join(folder, file), 'utf8');
  for (const [text, newText] of changes) {
    if (!source.includes(text)) throw new Error(`"${text}" is no longer in ${file}`);
    source = source.replace(text, newText);
  }
  await writeFile(join(folder, file), source);
  return folder;
}

/** A sentence of `/categories`, as it is and as `catalogWithNewWords` has it. */
export const oldWords = 'New, pre-loved and Galaxy';
export const newWords = 'New, pre-loved, Galaxy and more';

/** The catalogue's source with that sentence changed. */
export const catalogWithNewWords = () =>
  changedSource('mfe-catalog', 'src/features/categories/categories-page.tsx', [[oldWords, newWords]]);

/** Waits until the gateway, which follows the registry folder, serves this version. */
export async function gatewayHas(remote: string, version: string | undefined): Promise<void> {
  const { urls } = await stackState();
  await expect
    .poll(async () => {
      const answer = await fetch(`${urls.shop}/remotes/registry.json`);
      const registry: { remotes: Record<string, { version: string }> } = await answer.json();
      return registry.remotes[remote]?.version;
    })
    .toBe(version);
}

/** Waits until the gateway has read this revision, and has followed or refused it. */
async function gatewayRead(revision: number): Promise<void> {
  const { urls } = await stackState();
  await expect
    .poll(async () => (await (await fetch(`${urls.shop}/remotes/registry.json`)).json()).revision)
    .toBeGreaterThanOrEqual(revision);
}

async function activate(remote: string, version: string | undefined): Promise<void> {
  const registry = registryOf((await stackState()).folders);
  const revision = (await registry.current())?.revision ?? 0;
  const change =
    version === undefined ? { action: 'retire' as const } : { action: 'deploy' as const, version };
  const record = { who: 'test', why: 'a test', from: { host: 'test' } };
  const made = await registry.activate({ ...record, ...change, part: remote, expectedRevision: revision });
  await gatewayRead(made.revision);
}

/** A file and its compressed variants in a version's folder. */
const compressed: readonly { ending: string; compress: (bytes: Buffer) => Buffer }[] = [
  { ending: '', compress: (bytes) => bytes },
  { ending: '.br', compress: (bytes) => brotliCompressSync(bytes) },
  { ending: '.gz', compress: (bytes) => gzipSync(bytes) },
];

const integrityOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Writes a file and those of its compressed variants that exist. */
async function writeForms(path: string, bytes: Buffer): Promise<void> {
  for (const { ending, compress } of compressed)
    if (existsSync(path + ending)) await writeFile(path + ending, compress(bytes));
}

/** Changes the registry as a person at the command line does, and waits for nothing. */
export async function changeRegistry(change: Change): Promise<void> {
  const { folders } = await stackState();
  const registry = openRegistry(deployFoldersOf(folders));
  const expectedRevision = (await registry.current())?.revision ?? 0;
  const record = { who: 'test', why: 'a test', from: { host: 'test' } };
  await registry.activate({ ...record, ...change, expectedRevision });
}

/** A copy of the active version of a remote under another version, signed. */
export async function copyOfActive(remote: string): Promise<string> {
  const from = await activeFolder(remote);
  const version = `9.0.0-${Date.now()}`;
  const folder = join(dirname(from), version);
  await cp(from, folder, { recursive: true });
  const buildFile = join(folder, 'version.json');
  const build: RemoteBuild = JSON.parse(await readFile(buildFile, 'utf8'));
  await writeFile(buildFile, JSON.stringify({ ...build, version }));
  signFile(buildFile, keyFiles().privateKeyFile);
  return version;
}

/** Deploys a copy of a remote under another name, which its class names get too, with a changed declaration. */
export async function deployCopy(
  remote: string,
  name: string,
  changes: Partial<RemoteBuild['declaration']>,
): Promise<void> {
  // Unique: the gateway reads a version only once, and a shop may stay open between runs.
  const version = `9.0.0-${Date.now()}`;
  const { folders } = await stackState();
  const folder = join(folders.remotes, name, version);
  await cp(await activeFolder(remote), folder, { recursive: true });
  const buildFile = join(folder, 'version.json');
  const build: RemoteBuild = JSON.parse(await readFile(buildFile, 'utf8'));
  delete build.server;
  const prefixOf = (owner: string) => `${owner.replaceAll('-', '_')}-`;
  for (const [path, file] of Object.entries(build.files)) {
    if (!path.endsWith('.css')) continue;
    const text = await readFile(join(folder, path), 'utf8');
    const bytes = Buffer.from(text.replaceAll(prefixOf(remote), prefixOf(name)));
    await writeForms(join(folder, path), bytes);
    build.files[path] = { ...file, bytes: bytes.length, integrity: integrityOf(bytes) };
  }
  const declaration = { ...build.declaration, ...changes, name };
  await writeFile(buildFile, JSON.stringify({ ...build, declaration, version }));
  signFile(buildFile, keyFiles().privateKeyFile);
  await activate(name, version);
}

export const retireRemote = (remote: string): Promise<void> => activate(remote, undefined);

/** A change of a version's browser entry, server file or declaration. */
export interface Alteration {
  readonly entry?: (code: string) => string;
  readonly server?: (code: string) => string;
  readonly declaration?: Partial<RemoteBuild['declaration']>;
}

/**
 * Stores a signed copy of the active version with changes, and makes it active in the registry. Resolves with the function
 * that activates the version before.
 */
export async function deployAltered(
  remote: string,
  { entry, server, declaration }: Alteration,
): Promise<() => Promise<void>> {
  const version = `9.0.0-${Date.now()}`;
  const { folders } = await stackState();
  const healthy = await activeFolder(remote);
  const folder = join(folders.remotes, remote, version);
  await cp(healthy, folder, { recursive: true });
  const buildFile = join(folder, 'version.json');
  const build: RemoteBuild = JSON.parse(await readFile(buildFile, 'utf8'));
  const rewrite = async (file: string, change: (text: string) => string) => {
    const bytes = Buffer.from(change(await readFile(join(folder, file), 'utf8')));
    await writeForms(join(folder, file), bytes);
    return { bytes: bytes.length, integrity: integrityOf(bytes) };
  };
  if (entry) {
    const pin = await rewrite(build.entry, entry);
    build.files[build.entry] = pin;
    build.files[build.manifest] = await rewrite(build.manifest, (text) => {
      const manifest = JSON.parse(text);
      manifest.integrity[build.entry] = pin.integrity;
      return JSON.stringify(manifest);
    });
  }
  if (server && build.server) Object.assign(build.server, await rewrite(build.server.file, server));
  Object.assign(build.declaration, declaration);
  await writeFile(buildFile, JSON.stringify({ ...build, version }));
  signFile(buildFile, keyFiles().privateKeyFile);
  await activate(remote, version);
  return () => activate(remote, basename(healthy));
}

/** Removes the active version's folder during `work`, like a lost disk, and restores it. */
export async function withoutRemoteFolder(
  remote: string,
  work: (putBack: () => Promise<void>) => Promise<void>,
) {
  const folder = await activeFolder(remote);
  const away = `${folder}.away`;
  await rename(folder, away);
  let isBack = false;
  const putBack = async () => {
    if (!isBack) await rename(away, folder);
    isBack = true;
  };
  try {
    await work(putBack);
  } finally {
    await putBack();
  }
}

/**
 * Changes files of the active version in every variant that the gateway serves; restores them after `work` or when it
 * asks.
 */
export async function withChangedFiles(
  remote: string,
  isChosen: (file: string) => boolean,
  change: (bytes: Buffer) => Buffer,
  work: (putBack: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = await activeFolder(remote);
  const chosen = (await readdir(folder, { recursive: true })).filter(isChosen);
  if (chosen.length === 0) throw new Error(`No file of ${remote} was chosen`);
  const kept = new Map<string, Buffer>();
  const putBack = async () => {
    for (const [path, bytes] of kept) await writeFile(path, bytes);
    kept.clear();
  };
  try {
    for (const file of chosen) {
      const changed = change(await readFile(join(folder, file)));
      for (const { ending, compress } of compressed) {
        const path = join(folder, file + ending);
        const bytes = await readFile(path).catch(() => undefined);
        if (bytes === undefined) continue;
        kept.set(path, bytes);
        await writeFile(path, compress(changed));
      }
    }
    await work(putBack);
  } finally {
    await putBack();
  }
}
