import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteBuild, ShellBuild } from '@kinmel/contracts';
import type { PartRegistry } from '../open-registry.ts';
import { type PartFolders, shellPart } from './build-files.ts';

/** A stored version of a part. */
export interface StoredVersion {
  readonly part: string;
  readonly version: string;
  readonly builtAt: string;
  /** `previous` is where a rollback leads. */
  readonly state: 'active' | 'canary' | 'previous' | 'kept';
  /** Percent of visitors of a canary. */
  readonly sharePercent?: number;
  readonly build: RemoteBuild | ShellBuild;
}

const foldersIn = async (path: string) => {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
};

/** All stored versions, newest first for each part. A folder without a readable, signed description is left out. */
export async function storedVersions(
  registry: PartRegistry,
  { remotesFolder, shellsFolder, shared }: PartFolders,
): Promise<StoredVersion[]> {
  await shared?.fetchVersions();
  const active = (await registry.current())?.active ?? {};
  const versions: StoredVersion[] = [];
  // The versions of the shell may be in a folder among those of the remotes.
  const remotes = (await foldersIn(remotesFolder)).filter((name) => name !== shellPart);
  for (const part of [shellPart, ...remotes.toSorted()]) {
    const isShell = part === shellPart;
    const previousVersion = await registry.versionBefore(part);
    const entry = active[part];
    const stateOf = (version: string): Pick<StoredVersion, 'state' | 'sharePercent'> => {
      if (entry?.version === version) return { state: 'active' };
      if (entry?.canary?.version === version)
        return { state: 'canary', sharePercent: entry.canary.sharePercent };
      return { state: previousVersion === version ? 'previous' : 'kept' };
    };
    const storedList: StoredVersion[] = [];
    for (const version of await foldersIn(isShell ? shellsFolder : join(remotesFolder, part))) {
      const build = await registry.readVersion(part, version).catch(() => undefined);
      if (build) storedList.push({ part, version, builtAt: build.builtAt, ...stateOf(version), build });
    }
    versions.push(...storedList.toSorted((one, other) => other.builtAt.localeCompare(one.builtAt)));
  }
  return versions;
}
