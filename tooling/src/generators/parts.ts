import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './change.ts';

const folders = async (path: string) =>
  (await readdir(path, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** @throws UsageError when the service does not exist */
export async function assertService(repository: string, name: string): Promise<void> {
  const there = (await folders(join(repository, 'services'))).toSorted();
  if (!there.includes(name))
    throw new UsageError(`There is no service "${name}". There are: ${there.join(', ')}.`);
}

const remotesOf = async (repository: string) =>
  (await folders(repository)).filter((name) => name.startsWith('mfe-')).toSorted();

/** @throws UsageError when the remote does not exist */
export async function assertRemote(repository: string, name: string): Promise<void> {
  const there = await remotesOf(repository);
  if (!there.includes(name))
    throw new UsageError(`There is no remote "${name}". There are: ${there.join(', ')}.`);
}

/** @throws UsageError when another remote has a page at the address */
export async function assertFreeAddress(repository: string, remote: string, address: string): Promise<void> {
  for (const other of (await remotesOf(repository)).filter((name) => name !== remote)) {
    const text = await readFile(join(repository, other, 'remote.json'), 'utf8').catch(() => '{}');
    const { pages = [] } = JSON.parse(text) as { pages?: { path: string }[] };
    if (pages.some(({ path }) => path === address))
      throw new UsageError(`The address ${address} belongs to ${other}.`);
  }
}
