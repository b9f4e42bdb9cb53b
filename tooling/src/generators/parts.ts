import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from './change.ts';

/** What is generated for staff is the owners' until somebody names its own right. */
export const ownersRight = 'staff.see';

const folders = { service: 'services/*', remote: 'mfe-*' } as const;

/** @throws UsageError when the repository has no such service or remote */
export function assertThere(repository: string, kind: keyof typeof folders, name = ''): void {
  const there = globSync(folders[kind], { cwd: repository }).map((path) => basename(path));
  if (!there.includes(name))
    throw new UsageError(`There is no ${kind} "${name}". There are: ${there.toSorted().join(', ')}.`);
}

/** @throws UsageError when another remote has a page at the address */
export function assertFreeAddress(repository: string, remote: string, address: string): void {
  for (const file of globSync('mfe-*/remote.json', { cwd: repository })) {
    const { pages } = JSON.parse(readFileSync(join(repository, file), 'utf8')) as {
      pages: { path: string }[];
    };
    if (dirname(file) !== remote && pages.some(({ path }) => path === address))
      throw new UsageError(`The address ${address} belongs to ${dirname(file)}.`);
  }
}
