import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegistryRevision } from '@kinmel/contracts';
import { openRegistry, shellPart } from '@kinmel/gateway/registry';
import type { DeployFolders } from './deploy-part.ts';

export interface PartVersion {
  readonly part: string;
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

/** All stored versions, newest first for each part. A folder without a readable, signed description is left out. */
export async function listVersions(options: DeployFolders): Promise<PartVersion[]> {
  const { remotesFolder, shellsFolder } = options;
  const registry = openRegistry(options);
  const active = (await registry.current())?.active ?? {};
  const stateOf = async (
    part: string,
    version: string,
  ): Promise<Pick<PartVersion, 'state' | 'sharePercent'>> => {
    const entry = active[part];
    if (entry?.version === version) return { state: 'active' };
    if (entry?.canary?.version === version)
      return { state: 'canary', sharePercent: entry.canary.sharePercent };
    return { state: (await registry.versionBefore(part)) === version ? 'previous' : 'kept' };
  };
  const versions: PartVersion[] = [];
  // The versions of the shell may be in a folder among those of the remotes.
  const remotes = (await folders(remotesFolder)).filter((name) => name !== shellPart);
  for (const part of [shellPart, ...remotes.toSorted()]) {
    const isShell = part === shellPart;
    const found: PartVersion[] = [];
    for (const version of await folders(isShell ? shellsFolder : join(remotesFolder, part))) {
      const read = isShell ? registry.readShell(version) : registry.readBuild(part, version);
      const build = await read.catch(() => undefined);
      if (build) found.push({ part, version, builtAt: build.builtAt, ...(await stateOf(part, version)) });
    }
    versions.push(...found.toSorted((one, other) => other.builtAt.localeCompare(one.builtAt)));
  }
  return versions;
}

/** The changes of a part, newest first, as lines for people. */
export async function listHistory(part: string, options: DeployFolders): Promise<string[]> {
  const changes = (await openRegistry(options).history()).filter((revision) => revision.part === part);
  return changes.toReversed().map((revision) => {
    const { at, action, who, why, from } = revision;
    const commit = from.commit === undefined ? '' : ` at ${from.commit.slice(0, 10)}`;
    const when = at.slice(0, 16).replace('T', ' ');
    return `${revision.revision} ${when} ${action} ${versionsIn(revision, part)}: ${why} (${who}, ${from.host}${commit})`;
  });
}

function versionsIn({ active }: RegistryRevision, part: string): string {
  const { version, canary } = active[part] ?? {};
  return canary ? `${canary.version} to ${canary.sharePercent} % beside ${version}` : (version ?? '');
}
