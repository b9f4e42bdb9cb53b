import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './change.ts';

const folders = async (path: string) =>
  (await readdir(path, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** @throws UsageError when the repository has no service of that name */
export async function assertService(repository: string, name: string): Promise<void> {
  const there = (await folders(join(repository, 'services'))).toSorted();
  if (!there.includes(name))
    throw new UsageError(`There is no service "${name}". There are: ${there.join(', ')}.`);
}

const remotesOf = async (repository: string) =>
  (await folders(repository)).filter((name) => name.startsWith('mfe-')).toSorted();

/** @throws UsageError when the repository has no remote of that name */
export async function assertRemote(repository: string, name: string): Promise<void> {
  const there = await remotesOf(repository);
  if (!there.includes(name))
    throw new UsageError(`There is no remote "${name}". There are: ${there.join(', ')}.`);
}

/** @throws UsageError when another remote has a page at the address: one address is drawn by one remote */
export async function assertFreeAddress(repository: string, remote: string, address: string): Promise<void> {
  for (const other of (await remotesOf(repository)).filter((name) => name !== remote)) {
    const text = await readFile(join(repository, other, 'remote.json'), 'utf8').catch(() => '{}');
    const { pages = [] } = JSON.parse(text) as { pages?: { path: string }[] };
    if (pages.some(({ path }) => path === address))
      throw new UsageError(`The address ${address} belongs to ${other}.`);
  }
}
