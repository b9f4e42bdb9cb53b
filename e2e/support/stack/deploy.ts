import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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

/** A sentence of `/categories`, before and after the change of `catalogWithNewWords`. */
export const oldWords = 'New, pre-loved and Galaxy';
export const newWords = 'New, pre-loved, Galaxy and more';

/** The source of mfe-catalog with that sentence changed. */
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

/** Waits until the gateway has read this revision, and has activated or refused it. */
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
  const activation = await registry.activate({
    ...record,
    ...change,
    part: remote,
    expectedRevision: revision,
  });
  await gatewayRead(activation.revision);
}

/** Changes the registry without waiting for the gateway to read it. */
export async function changeRegistry(change: Change): Promise<void> {
  const { folders } = await stackState();
  const registry = openRegistry(deployFoldersOf(folders));
  const expectedRevision = (await registry.current())?.revision ?? 0;
  const record = { who: 'test', why: 'a test', from: { host: 'test' } };
  await registry.activate({ ...record, ...change, expectedRevision });
}

/** A file and its compressed variants in a version's folder. */
const variants: readonly { ending: string; compress: (bytes: Buffer) => Buffer }[] = [
  { ending: '', compress: (bytes) => bytes },
  { ending: '.br', compress: (bytes) => brotliCompressSync(bytes) },
  { ending: '.gz', compress: (bytes) => gzipSync(bytes) },
];

/** Changes a text file in every variant that exists. */
async function rewrite(path: string, change: (text: string) => string) {
  const bytes = Buffer.from(change(await readFile(path, 'utf8')));
  for (const { ending, compress } of variants)
    if (existsSync(path + ending)) await writeFile(path + ending, compress(bytes));
  const hash = createHash('sha384').update(bytes).digest('base64');
  return { bytes: bytes.length, integrity: `sha384-${hash}` };
}

/** A signed copy of the active version of a remote under another version, with changes. */
export async function copyOfActive(
  remote: string,
  change: (build: RemoteBuild, folder: string) => Promise<void> | void = () => {},
  name = remote,
): Promise<string> {
  // Unique: the gateway reads a version only once, and a shop may stay open between runs.
  const version = `9.0.0-${Date.now()}`;
  const { folders } = await stackState();
  const folder = join(folders.remotes, name, version);
  await cp(await activeFolder(remote), folder, { recursive: true });
  const buildFile = join(folder, 'version.json');
  const build: RemoteBuild = JSON.parse(await readFile(buildFile, 'utf8'));
  await change(build, folder);
  await writeFile(buildFile, JSON.stringify({ ...build, version }));
  signFile(buildFile, keyFiles().privateKeyFile);
  return version;
}

/** Deploys a copy of a remote with a changed declaration under another name, which also prefixes its class names. */
export async function deployCopy(
  remote: string,
  name: string,
  changes: Partial<RemoteBuild['declaration']>,
): Promise<void> {
  const prefixOf = (owner: string) => `${owner.replaceAll('-', '_')}-`;
  const version = await copyOfActive(
    remote,
    async (build, folder) => {
      delete build.server;
      for (const [path, file] of Object.entries(build.files))
        if (path.endsWith('.css'))
          build.files[path] = {
            ...file,
            ...(await rewrite(join(folder, path), (text) =>
              text.replaceAll(prefixOf(remote), prefixOf(name)),
            )),
          };
      Object.assign(build.declaration, changes, { name });
    },
    name,
  );
  await activate(name, version);
}

export const retireRemote = (remote: string): Promise<void> => activate(remote, undefined);

/** A change of a version's browser entry, server file or declaration. */
export interface Alteration {
  readonly entry?: (code: string) => string;
  readonly server?: (code: string) => string;
  readonly declaration?: Partial<RemoteBuild['declaration']>;
}

/** Runs `work` while a changed copy of the active version is active in the registry. */
export async function whileAltered(
  remote: string,
  { entry, server, declaration }: Alteration,
  work: () => Promise<void>,
): Promise<void> {
  const originalVersion = basename(await activeFolder(remote));
  const version = await copyOfActive(remote, async (build, folder) => {
    if (entry) {
      const pin = await rewrite(join(folder, build.entry), entry);
      build.files[build.entry] = pin;
      build.files[build.manifest] = await rewrite(join(folder, build.manifest), (text) => {
        const manifest = JSON.parse(text);
        manifest.integrity[build.entry] = pin.integrity;
        return JSON.stringify(manifest);
      });
    }
    if (server && build.server)
      Object.assign(build.server, await rewrite(join(folder, build.server.file), server));
    Object.assign(build.declaration, declaration);
  });
  await activate(remote, version);
  try {
    await work();
  } finally {
    await activate(remote, originalVersion);
  }
}

/** Removes the active version's folder during `work`, like a lost disk, and restores it. */
export async function withoutRemoteFolder(
  remote: string,
  work: (putBack: () => Promise<void>) => Promise<void>,
) {
  const folder = await activeFolder(remote);
  const hiddenFolder = `${folder}.away`;
  await rename(folder, hiddenFolder);
  let isRestored = false;
  const putBack = async () => {
    if (!isRestored) await rename(hiddenFolder, folder);
    isRestored = true;
  };
  try {
    await work(putBack);
  } finally {
    await putBack();
  }
}

/**
 * Changes files of the active version in every variant that the gateway serves; restores them after `work`, or when `work`
 * calls `putBack`.
 */
export async function withChangedFiles(
  remote: string,
  isChosen: (file: string) => boolean,
  change: (bytes: Buffer) => Buffer,
  work: (putBack: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = await activeFolder(remote);
  const chosenFiles = (await readdir(folder, { recursive: true })).filter(isChosen);
  if (chosenFiles.length === 0) throw new Error(`No file of ${remote} was chosen`);
  const originals = new Map<string, Buffer>();
  const putBack = async () => {
    for (const [path, bytes] of originals) await writeFile(path, bytes);
    originals.clear();
  };
  try {
    for (const file of chosenFiles) {
      const changed = change(await readFile(join(folder, file)));
      for (const { ending, compress } of variants) {
        const path = join(folder, file + ending);
        const bytes = await readFile(path).catch(() => undefined);
        if (bytes === undefined) continue;
        originals.set(path, bytes);
        await writeFile(path, compress(changed));
      }
    }
    await work(putBack);
  } finally {
    await putBack();
  }
}
