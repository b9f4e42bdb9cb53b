import type { ChangeRecord, RegistryRevision, RemoteBuild, ShellBuild } from '@kinmel/contracts';
import {
  type Activation,
  openRegistry,
  partOf,
  RegistryConflict,
  type RegistryOptions,
  RegistryRefusal,
  shellPart,
} from '@kinmel/gateway/registry';
import { changeRecord } from '../webpack/origin.ts';
import type { CanaryShares } from './canary-shares.ts';

/** The folders of versions and revisions, and the keys that sign and verify them. */
export type DeployFolders = RegistryOptions;

type Registry = ReturnType<typeof openRegistry>;

type WithoutRevision<Union> = Union extends unknown
  ? Omit<Union, 'expectedRevision' | keyof ChangeRecord>
  : never;
type Change = WithoutRevision<Activation>;

/** Attempts when concurrent deployments win the compare-and-set. */
const maxAttempts = 20;

/**
 * Activates against the current revision, and retries when another deploy came first: the registry's compare-and-set
 * refuses an outdated revision.
 * @param why by default the subject of the part's last commit
 */
async function activate(registry: Registry, change: Change, why?: string): Promise<RegistryRevision> {
  const record = changeRecord(change.part, why);
  for (let attempt = 1; ; attempt += 1) {
    const current = await registry.current();
    try {
      return await registry.activate({ ...record, ...change, expectedRevision: current?.revision ?? 0 });
    } catch (error) {
      if (!(error instanceof RegistryConflict) || attempt === maxAttempts) throw error;
    }
  }
}

/** A built version of the shell or of a remote. */
export interface BuiltPart {
  readonly build: RemoteBuild | ShellBuild;
}

/** Builds a part into its version folder and signs it. Loads webpack only here, because a rollback needs none. */
export async function buildPart(
  part: string,
  { remotesFolder, shellsFolder, privateKeyFile }: DeployFolders,
  options: { folder?: string } = {},
): Promise<BuiltPart> {
  if (part === shellPart) {
    const { buildShell } = await import('../webpack/build-shell.ts');
    return buildShell({ shellsFolder, privateKeyFile });
  }
  const { buildRemote } = await import('../webpack/build-remote.ts');
  return buildRemote(part, { remotesFolder, privateKeyFile, ...options });
}

/** A version that is already stored, such as one that another repository built. */
export const storedBuild = async (
  part: string,
  version: string,
  folders: DeployFolders,
): Promise<BuiltPart> => ({ build: await openRegistry(folders).readCandidate(part, version) });

/** Makes a change without a version: a canary step, a freeze or its end. */
export const changePart = (folders: DeployFolders, change: Change, why?: string): Promise<RegistryRevision> =>
  activate(openRegistry(folders), change, why);

/**
 * Activates a version for all visitors, which ends a canary. Open pages keep their version until the next page load.
 */
export async function activateBuild({ build }: BuiltPart, folders: DeployFolders, why?: string) {
  const registry = openRegistry(folders);
  const name = partOf(build);
  const current = await registry.current();
  const entry = current?.active[name];
  if (current && entry?.version === build.version && entry.canary === undefined) {
    return { version: build.version, previous: entry.previous, revision: current.revision, isNew: false };
  }
  const revision = await activate(registry, { action: 'deploy', part: name, version: build.version }, why);
  return {
    version: build.version,
    previous: revision.active[name]?.previous,
    revision: revision.revision,
    /** False when this content was already active. */
    isNew: true,
  };
}

/**
 * Shows a version to a share of the visitors, or changes the share. The gateway takes the steps if they have an
 * interval.
 * @throws when all visitors have it already, or when no version of the part is active
 */
export async function startCanary(
  { build }: BuiltPart,
  shares: CanaryShares,
  folders: DeployFolders,
  why?: string,
) {
  const registry = openRegistry(folders);
  const name = partOf(build);
  const { version } = build;
  if ((await registry.current())?.active[name]?.version === version)
    throw new Error(`${name} ${version} is already active for all visitors.`);
  const revision = await activate(registry, { action: 'canary', part: name, version, ...shares }, why);
  const othersVersion = revision.active[name]?.version;
  if (othersVersion === undefined) throw new Error(`${name} is not in the registry`);
  return { version, others: othersVersion, revision: revision.revision };
}

/** Builds and activates one part; nothing else is rebuilt or restarted. */
export async function deployPart(
  name: string,
  folders: DeployFolders,
  { why, ...options }: { folder?: string; why?: string | undefined } = {},
) {
  return activateBuild(await buildPart(name, folders, options), folders, why);
}

/** Activates the given version. Without one it ends a canary, or goes back to the last good version. */
export async function rollbackPart(
  name: string,
  folders: DeployFolders,
  { version, why }: { version?: string | undefined; why?: string | undefined } = {},
) {
  const registry = openRegistry(folders);
  // Read only once: after a concurrent change, the previous version could be the faulty one.
  const entry = (await registry.current())?.active[name];
  const targetVersion =
    version ?? (entry?.canary === undefined ? await registry.versionBefore(name) : entry.version);
  if (targetVersion === undefined) throw new RegistryRefusal(`${name} has no earlier version to go back to.`);
  const revision = await activate(registry, { action: 'rollback', part: name, version: targetVersion }, why);
  const active = revision.active[name];
  if (!active) throw new Error(`${name} is not in the registry`);
  return { version: active.version, previous: active.previous, revision: revision.revision, isNew: true };
}
