import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RemoteBuild } from '@kinmel/contracts';
import { openRegistry } from '@kinmel/gateway/registry';
import type { StackFolders } from '@kinmel/tooling/stack';
import { expect } from '@playwright/test';
import { stackState } from './stack-control.ts';

/** Without the shell, so that what is compared with it is met by the gateway and the browser. */
const registryOf = ({ registry, remotes }: StackFolders) =>
  openRegistry({ registryFolder: registry, remotesFolder: remotes });

/** The version of a remote that is in force. */
export async function activeVersion(remote: string): Promise<string> {
  const { folders } = await stackState();
  const active = (await registryOf(folders).current())?.active[remote]?.version;
  if (active === undefined) throw new Error(`${remote} is not deployed`);
  return active;
}

async function activeFolder(remote: string): Promise<string> {
  const { folders } = await stackState();
  return join(folders.remotes, remote, await activeVersion(remote));
}

/** The gateway follows the registry's folder: done when it says the same. */
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

/** Writes a revision with a version that lies in its folder; answers its number. */
export async function writeRevision(
  remote: string,
  version: string,
  action: 'deploy' | 'rollback' = 'deploy',
): Promise<number> {
  const { folders } = await stackState();
  const registry = registryOf(folders);
  const { revision = 0 } = (await registry.current()) ?? {};
  return (await registry.activate({ action, remote, version, expectedRevision: revision })).revision;
}

/** Puts a version that lies in its folder in force; resolves when the gateway has it. */
export async function activateVersion(
  remote: string,
  version: string,
  action: 'deploy' | 'rollback' = 'deploy',
): Promise<void> {
  await writeRevision(remote, version, action);
  await gatewayHas(remote, version);
}

/** Changes the text of files of a version that nobody has loaded yet, so that the declared hashes fit; answers how many changed. */
async function rewriteFiles(
  folder: string,
  build: RemoteBuild,
  change: (name: string, text: string) => string,
): Promise<number> {
  let changes = 0;
  // Its server file is of the sources as they were: the page is drawn by the browser, which meets the change.
  delete build.server;
  for (const [name, file] of Object.entries(build.files)) {
    if (!/\.(js|css)$/.test(name)) continue;
    const text = await readFile(join(folder, name), 'utf8');
    const changed = change(name, text);
    if (changed === text) continue;
    changes += 1;
    const bytes = Buffer.from(changed);
    await writeFile(join(folder, name), bytes);
    for (const { ending, compress } of compressed)
      await writeFile(join(folder, name + ending), compress(bytes));
    const hash = createHash('sha384').update(bytes).digest('base64');
    build.files[name] = { ...file, bytes: bytes.length, integrity: `sha384-${hash}` };
  }
  return changes;
}

/**
 * A copy of the active version of a remote under another version or name, changed by `edit`, as a build of another
 * day would lie there; answers the version. Only what is declared differs, and under another name that of the classes.
 */
export async function copyVersion(
  { remote, as = remote }: { remote: string; as?: string },
  edit: (build: RemoteBuild) => RemoteBuild,
): Promise<string> {
  // Of this moment: the gateway has read a version once and for all, and a shop may be kept open between runs.
  const version = `9.0.0-${Date.now()}`;
  const { folders } = await stackState();
  const from = await activeFolder(remote);
  const to = join(folders.remotes, as, version);
  await cp(from, to, { recursive: true });
  const file = join(to, 'version.json');
  const build: RemoteBuild = JSON.parse(await readFile(file, 'utf8'));
  const prefixOf = (name: string) => `${name.replaceAll('-', '_')}-`;
  if (as !== remote)
    await rewriteFiles(to, build, (name, text) =>
      name.endsWith('.css') ? text.replaceAll(prefixOf(remote), prefixOf(as)) : text,
    );
  await writeFile(file, JSON.stringify({ ...edit(build), version }));
  return version;
}

/**
 * A copy of the active version of a remote as a build against another `@kinmel/web-kit` leaves it: the version that it
 * asks the shell for is the given one, in every file that names it, and the declared hashes fit. What it declares to the registry
 * stays, so that the browser meets it. Answers the version.
 */
export async function copyVersionForWebKit(remote: string, range: string): Promise<string> {
  const version = await copyVersion({ remote }, (build) => build);
  const { folders } = await stackState();
  const folder = join(folders.remotes, remote, version);
  const buildFile = join(folder, 'version.json');
  const build: RemoteBuild = JSON.parse(await readFile(buildFile, 'utf8'));
  const asked =
    /(requiredVersion:)"[^"]+"(,strictVersion:!0,eager:!1,layer:void 0,shareKey:"@kinmel\/web-kit")/g;
  const replaced = await rewriteFiles(folder, build, (_name, text) =>
    text.replace(asked, (_all, before, after) => `${before}"${range}"${after}`),
  );
  if (replaced === 0) throw new Error(`No file of ${remote} says which @kinmel/web-kit it needs`);
  await writeFile(buildFile, JSON.stringify(build));
  return version;
}

/** Takes a remote out of the registry. */
export async function retireRemote(remote: string): Promise<void> {
  const { folders } = await stackState();
  const registry = registryOf(folders);
  const { revision = 0 } = (await registry.current()) ?? {};
  await registry.activate({ action: 'retire', remote, expectedRevision: revision });
  await gatewayHas(remote, undefined);
}

/** Takes the folder of the active version away, as a lost disk would, and puts it back after `work`. */
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

/** The forms in which a file of a version lies in its folder, by the ending of the name. */
const compressed: readonly { ending: string; compress: (bytes: Buffer) => Buffer }[] = [
  { ending: '', compress: (bytes) => bytes },
  { ending: '.br', compress: (bytes) => brotliCompressSync(bytes) },
  { ending: '.gz', compress: (bytes) => gzipSync(bytes) },
];

/**
 * Changes files of the active version on disk, in each form that the gateway serves, and puts them back after
 * `work` or when it says so.
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
