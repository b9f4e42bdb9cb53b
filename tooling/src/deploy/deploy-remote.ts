import type { RegistryRevision } from '@kinmel/contracts';
import { type Activation, openRegistry, RegistryConflict, RegistryRefusal } from '@kinmel/gateway/registry';
import { type BuiltRemote, buildRemote } from '../webpack/build-remote.ts';

export interface DeployFolders {
  registryFolder: string;
  remotesFolder: string;
  /** The active shell. Without it only the gateway checks that the remote fits. */
  shellFolder?: string;
}

type Registry = ReturnType<typeof openRegistry>;

type WithoutRevision<Each> = Each extends unknown ? Omit<Each, 'expectedRevision'> : never;
type Change = WithoutRevision<Activation>;

/** Attempts when other deploys are faster. */
const mostAttempts = 20;

/**
 * Activates against the current revision, and retries when another deploy came first: the registry's compare-and-set
 * refuses an outdated revision.
 */
async function activate(registry: Registry, change: Change): Promise<RegistryRevision> {
  for (let attempt = 1; ; attempt += 1) {
    const current = await registry.current();
    try {
      return await registry.activate({ ...change, expectedRevision: current?.revision ?? 0 });
    } catch (error) {
      if (!(error instanceof RegistryConflict) || attempt === mostAttempts) throw error;
    }
  }
}

export interface Deployment {
  readonly version: string;
  readonly previous: string | undefined;
  readonly revision: number;
  /** False when this content was already active. */
  readonly isNew: boolean;
}

/**
 * Activates a version for all visitors, which ends a canary. Open pages keep their version until the next page load.
 */
export async function activateBuild({ build }: BuiltRemote, folders: DeployFolders): Promise<Deployment> {
  const registry = openRegistry(folders);
  const { name } = build.declaration;
  const before = await registry.current();
  const entry = before?.active[name];
  if (before && entry?.version === build.version && entry.canary === undefined) {
    return { version: build.version, previous: entry.previous, revision: before.revision, isNew: false };
  }
  const revision = await activate(registry, { action: 'deploy', remote: name, version: build.version });
  return {
    version: build.version,
    previous: revision.active[name]?.previous,
    revision: revision.revision,
    isNew: true,
  };
}

/** A version shown to a share of the visitors, and the version of all others. */
export interface Canary {
  readonly version: string;
  readonly others: string;
  readonly revision: number;
}

/**
 * Shows a version to a share of the visitors, in percent, or changes the share.
 * @throws when all visitors have it already, or when no version of the remote is active
 */
export async function startCanary(
  { build }: BuiltRemote,
  sharePercent: number,
  folders: DeployFolders,
): Promise<Canary> {
  const registry = openRegistry(folders);
  const { name } = build.declaration;
  const { version } = build;
  if ((await registry.current())?.active[name]?.version === version)
    throw new Error(`${name} ${version} is in force for all visitors already.`);
  const revision = await activate(registry, { action: 'canary', remote: name, version, sharePercent });
  const others = revision.active[name]?.version;
  if (others === undefined) throw new Error(`${name} is not in the registry`);
  return { version, others, revision: revision.revision };
}

/** Builds and activates one remote; nothing else is rebuilt or restarted. */
export async function deployRemote(
  name: string,
  folders: DeployFolders,
  options: { folder?: string } = {},
): Promise<Deployment> {
  const built = await buildRemote(name, { remotesFolder: folders.remotesFolder, ...options });
  return activateBuild(built, folders);
}

/** Activates the given version. Without one it ends a canary, or goes back to the last good version before. */
export async function rollbackRemote(
  name: string,
  folders: DeployFolders,
  version?: string,
): Promise<Deployment> {
  const registry = openRegistry(folders);
  // Read once: after another change, "the version before" could be the one to leave.
  const entry = (await registry.current())?.active[name];
  const wanted =
    version ?? (entry?.canary === undefined ? await registry.versionBefore(name) : entry.version);
  if (wanted === undefined) throw new RegistryRefusal(`${name} has no earlier version to go back to.`);
  const revision = await activate(registry, { action: 'rollback', remote: name, version: wanted });
  const active = revision.active[name];
  if (!active) throw new Error(`${name} is not in the registry`);
  return { version: active.version, previous: active.previous, revision: revision.revision, isNew: true };
}
