import type { RegistryRevision } from '@kinmel/contracts';
import { openRegistry, type StoredVersion, storedVersions } from '@kinmel/gateway/registry';
import type { DeployFolders } from './deploy-part.ts';

export type PartVersion = Omit<StoredVersion, 'build'>;

/** All stored versions, newest first for each part. */
export async function listVersions(options: DeployFolders): Promise<PartVersion[]> {
  const versions = await storedVersions(openRegistry(options), options);
  return versions.map(({ build: _build, ...version }) => version);
}

/** Formats the changes of a part, newest first. */
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
