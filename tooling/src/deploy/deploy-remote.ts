import type { RegistryRevision } from '@kinmel/contracts';
import { type Activation, openRegistry, RegistryConflict, RegistryRefusal } from '@kinmel/gateway/registry';
import { type BuiltRemote, buildRemote } from '../webpack/build-remote.ts';

export interface DeployFolders {
  registryFolder: string;
  remotesFolder: string;
  /** The active shell; without it a remote is not compared with what the shell offers (the gateway does it). */
  shellFolder?: string;
}

type Registry = ReturnType<typeof openRegistry>;

type WithoutRevision<Each> = Each extends unknown ? Omit<Each, 'expectedRevision'> : never;
type Change = WithoutRevision<Activation>;

/** How often somebody else may be faster before a deploy gives up. */
const mostAttempts = 20;

/**
 * Makes a change on the registry as it is now, and again on what it became when another deploy came first: two
 * deploys at the same time lose nothing (the registry's compare-and-set refuses the second one's outdated view).
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
  /** False: this content was active already, and nothing was changed. */
  readonly isNew: boolean;
}

/** Puts a built version in force for all visitors, which ends a canary. The next page load has it; open pages keep what they have. */
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

/** A version that a share of the visitors gets, and what all others keep. */
export interface Canary {
  readonly version: string;
  readonly others: string;
  readonly revision: number;
}

/**
 * Shows a built version to a share of the visitors, in percent; again with another share it goes on with that. Rejects when all
 * have it already, or when none has the remote yet.
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

/** Builds one remote alone and puts it in force; nothing else is rebuilt or restarted. */
export async function deployRemote(
  name: string,
  folders: DeployFolders,
  options: { folder?: string } = {},
): Promise<Deployment> {
  const built = await buildRemote(name, { remotesFolder: folders.remotesFolder, ...options });
  return activateBuild(built, folders);
}

/** Goes back to the version that is named; without one out of a canary to what all others have, or else to the last good version before. */
export async function rollbackRemote(
  name: string,
  folders: DeployFolders,
  version?: string,
): Promise<Deployment> {
  const registry = openRegistry(folders);
  // Decided once: when somebody else was faster, the version before that change is another one, perhaps the one to leave.
  const entry = (await registry.current())?.active[name];
  const wanted =
    version ?? (entry?.canary === undefined ? await registry.versionBefore(name) : entry.version);
  if (wanted === undefined) throw new RegistryRefusal(`${name} has no earlier version to go back to.`);
  const revision = await activate(registry, { action: 'rollback', remote: name, version: wanted });
  const active = revision.active[name];
  if (!active) throw new Error(`${name} is not in the registry`);
  return { version: active.version, previous: active.previous, revision: revision.revision, isNew: true };
}
