import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StackState } from '../setup/control-server.ts';

export type { StackState } from '../setup/control-server.ts';

/** A part of the shop that a test may end: a server, a service, or the gateway. */
export type StackPart = 'database' | 'broker' | 'gateway' | 'catalog' | 'order';

async function ask(method: 'GET' | 'POST', path: string): Promise<StackState> {
  const response = await fetch(`${process.env.KINMEL_E2E_CONTROL}${path}`, { method });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.message}`);
  return answer;
}

/** Addresses, folders and process ids of the shop under test. */
export const stackState = (): Promise<StackState> => ask('GET', '/');

/** SIGKILL for the part; it stays down until `restartPart`. */
export const killPart = (part: StackPart): Promise<StackState> => ask('POST', `/kill/${part}`);

/** Starts a killed part, or stops it in order and starts it again; resolves when it says that it is ready. */
export const restartPart = (part: StackPart): Promise<StackState> => ask('POST', `/restart/${part}`);

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

/**
 * Changes a file of the active version on disk, with its compressed forms, and puts them back after `work`.
 * `undefined` takes the file away.
 */
export async function withRemoteFile(
  remote: string,
  file: string,
  change: (bytes: Buffer) => Buffer | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const path = join(await activeRemoteFolder(remote), file);
  const forms = [path, `${path}.br`, `${path}.gz`];
  const kept: string[] = [];
  try {
    const changed = change(await readFile(path));
    for (const form of forms) {
      const isThere = await rename(form, `${form}.kept`).then(
        () => true,
        () => false,
      );
      if (isThere) kept.push(form);
    }
    if (changed !== undefined) await writeFile(path, changed);
    await work();
  } finally {
    await rm(path, { force: true });
    for (const form of kept) await rename(`${form}.kept`, form);
  }
}
