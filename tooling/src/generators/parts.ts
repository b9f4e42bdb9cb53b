import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from './change.ts';

/** The right that generated endpoints and pages of the staff require until a specific one is chosen. */
export const ownersRight = 'staff.see';

const folders = { service: 'services/*', remote: 'mfe-*' } as const;

/** @throws UsageError when the repository has no such service or remote */
export function assertThere(repository: string, kind: keyof typeof folders, name = ''): void {
  const existingNames = globSync(folders[kind], { cwd: repository }).map((path) => basename(path));
  if (!existingNames.includes(name))
    throw new UsageError(`There is no ${kind} "${name}". There are: ${existingNames.toSorted().join(', ')}.`);
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
