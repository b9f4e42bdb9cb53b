import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ControlToken, StackState } from '../../setup/control-server.ts';

export type { StackFolders } from '@kinmel/tooling/stack';
export type { StackState } from '../../setup/control-server.ts';

/** A part of the shop that a test may end: a server, a service, or the gateway. */
export type StackPart =
  | 'database'
  | 'broker'
  | 'mail'
  | 'payments'
  | 'gateway'
  | 'render'
  | 'auth'
  | 'catalog'
  | 'offer'
  | 'order'
  | 'notification'
  | 'service-request';

async function ask<Answer>(method: 'GET' | 'POST', path: string): Promise<Answer> {
  const response = await fetch(`${process.env.KINMEL_E2E_CONTROL}${path}`, { method });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.message}`);
  return answer;
}

/** Addresses, folders and process ids of the shop under test. */
export const stackState = (): Promise<StackState> => ask('GET', '/');

/** Of the admin of the sample data, signed in for the tests. */
export const adminToken = async (): Promise<string> => (await ask<ControlToken>('GET', '/admin-token')).token;

/** An access token that every service refuses because its time is over, an hour ago. */
export const expiredToken = async (): Promise<string> =>
  (await ask<ControlToken>('GET', '/expired-token')).token;

/** SIGKILL for the part; it stays down until `restartPart`. */
export const killPart = (part: StackPart): Promise<StackState> => ask('POST', `/kill/${part}`);

/**
 * Starts a killed part, or stops it in order and starts it again; resolves when it says that it is ready.
 * @param environment of a service, for this one start
 */
export const restartPart = (
  part: StackPart,
  environment: Readonly<Record<string, string>> = {},
): Promise<StackState> => ask('POST', `/restart/${part}?${new URLSearchParams(environment)}`);

/** Runs `work` while the part is down, and brings it back whatever happens. */
export async function whileDown(part: StackPart, work: () => Promise<void>): Promise<void> {
  await killPart(part);
  try {
    await work();
  } finally {
    await restartPart(part);
  }
}

interface Registry {
  remotes: Record<string, { version: string; entry: string }>;
}

/** Folder of the version of a remote that is in force. */
export async function activeRemoteFolder(remote: string): Promise<string> {
  const { urls, folders } = await stackState();
  const registry: Registry = await (await fetch(`${urls.shop}/remotes/registry.json`)).json();
  const entry = registry.remotes[remote];
  if (entry === undefined) throw new Error(`${remote} is not in the registry`);
  return join(folders.remotes, remote, entry.version);
}

/** Takes the folder of the active version away, as a lost disk would, and puts it back after `work`. */
export async function withoutRemoteFolder(
  remote: string,
  work: (putBack: () => Promise<void>) => Promise<void>,
) {
  const folder = await activeRemoteFolder(remote);
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
export const compressed: readonly { ending: string; compress: (bytes: Buffer) => Buffer }[] = [
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
  const folder = await activeRemoteFolder(remote);
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
