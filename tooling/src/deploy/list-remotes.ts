import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegistry } from '@kinmel/gateway/registry';
import type { DeployFolders } from './deploy-remote.ts';

export interface RemoteVersion {
  readonly remote: string;
  readonly version: string;
  readonly builtAt: string;
  readonly state: 'active' | 'canary' | 'previous' | 'kept';
  /** Percent of visitors of a canary. */
  readonly sharePercent?: number;
}

const folders = async (path: string) => {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
};

/** All stored versions, newest first for each remote. A folder without a readable `version.json` is left out. */
export async function listRemotes({
  registryFolder,
  remotesFolder,
}: DeployFolders): Promise<RemoteVersion[]> {
  const registry = openRegistry({ registryFolder, remotesFolder });
  const active = (await registry.current())?.active ?? {};
  const stateOf = async (
    remote: string,
    version: string,
  ): Promise<Pick<RemoteVersion, 'state' | 'sharePercent'>> => {
    const entry = active[remote];
    if (entry?.version === version) return { state: 'active' };
    if (entry?.canary?.version === version)
      return { state: 'canary', sharePercent: entry.canary.sharePercent };
    return { state: (await registry.versionBefore(remote)) === version ? 'previous' : 'kept' };
  };
  const versions: RemoteVersion[] = [];
  for (const remote of (await folders(remotesFolder)).toSorted()) {
    const found: RemoteVersion[] = [];
    for (const version of await folders(join(remotesFolder, remote))) {
      const build = await registry.readBuild(remote, version).catch(() => undefined);
      if (!build) continue;
      found.push({ remote, version, builtAt: build.builtAt, ...(await stateOf(remote, version)) });
    }
    versions.push(...found.toSorted((one, other) => other.builtAt.localeCompare(one.builtAt)));
  }
  return versions;
}
