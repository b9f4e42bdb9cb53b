import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openRegistry, versionFolder } from '@kinmel/gateway/registry';
import type { DeployFolders } from './deploy-part.ts';
import { listVersions, type PartVersion } from './list-versions.ts';

/** The number of newest versions of a part that are never deleted. */
const newestCount = 3;

export interface PruneOptions {
  /** Versions that were built or in use after this time are kept, because pages that loaded them may still be open. */
  readonly olderThan: Date;
  /** Deletes nothing. */
  readonly isDryRun?: boolean;
}

/** When each version was last active or a canary, by part and version; now for current ones. */
async function lastUses(options: DeployFolders, now: string): Promise<ReadonlyMap<string, string>> {
  const history = await openRegistry(options).history();
  const uses = new Map<string, string>();
  for (const [index, { active }] of history.entries()) {
    const until = history[index + 1]?.at ?? now;
    for (const [part, { version, canary }] of Object.entries(active))
      for (const usedVersion of canary ? [version, canary.version] : [version])
        uses.set(`${part} ${usedVersion}`, until);
  }
  return uses;
}

/**
 * Deletes unused versions: not active, canary or previous, not among the newest three, and not built or in
 * use lately. Folders without a readable description are not touched.
 * @returns what was deleted, or would be
 */
export async function pruneVersions(
  folders: DeployFolders,
  { olderThan, isDryRun = false }: PruneOptions,
): Promise<PartVersion[]> {
  const uses = await lastUses(folders, new Date().toISOString());
  const limit = olderThan.toISOString();
  const versions = await listVersions(folders);
  const isOld = ({ part, version, builtAt, state }: PartVersion) =>
    state === 'kept' && builtAt < limit && (uses.get(`${part} ${version}`) ?? '') < limit;
  const newest = Object.values(Object.groupBy(versions, ({ part }) => part)).flatMap(
    (versions) => versions?.slice(0, newestCount) ?? [],
  );
  const pruned = versions.filter((version) => isOld(version) && !newest.includes(version));
  if (isDryRun) return pruned;
  for (const { part, version } of pruned) {
    await folders.shared?.deleteVersion(part, version);
    const folder = versionFolder(folders, part, version);
    // Renamed first, so that no process reads a partly deleted folder.
    const renamedFolder = join(dirname(folder), `.pruned-${basename(folder)}`);
    await rename(folder, renamedFolder);
    await rm(renamedFolder, { recursive: true, force: true });
  }
  return pruned;
}
