import type { RegistryRevision } from '@kinmel/contracts';
import { openRegistry, RegistryConflict } from '@kinmel/gateway/registry';
import { type BuiltRemote, buildRemote } from '../webpack/build-remote.ts';

export interface DeployFolders {
  registryFolder: string;
  remotesFolder: string;
}

type Registry = ReturnType<typeof openRegistry>;

/** How often somebody else may be faster before a deploy gives up. */
const mostAttempts = 20;

/**
 * Makes a change on the registry as it is now, and again on what it became when another deploy came first: two
 * deploys at the same time lose nothing (the registry's compare-and-set refuses the second one's outdated view).
 */
async function activate(
  registry: Registry,
  change:
    | { action: 'deploy'; remote: string; version: string }
    | { action: 'rollback'; remote: string; version?: string },
): Promise<RegistryRevision> {
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

/** Puts a built version in force. The next page load has it; open pages keep what they have. */
export async function activateBuild({ build }: BuiltRemote, folders: DeployFolders): Promise<Deployment> {
  const registry = openRegistry(folders);
  const { name } = build.declaration;
  const before = await registry.current();
  const active = before?.active[name]?.version;
  if (before && active === build.version) {
    return {
      version: active,
      previous: before.active[name]?.previous,
      revision: before.revision,
      isNew: false,
    };
  }
  const revision = await activate(registry, { action: 'deploy', remote: name, version: build.version });
  return {
    version: build.version,
    previous: revision.active[name]?.previous,
    revision: revision.revision,
    isNew: true,
  };
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

/** Goes back to the version before, or to the one that is named. */
export async function rollbackRemote(
  name: string,
  folders: DeployFolders,
  version?: string,
): Promise<Deployment> {
  const registry = openRegistry(folders);
  // Decided once: when somebody else was faster, the version before that change is another one, perhaps the one to leave.
  const wanted = version ?? (await registry.current())?.active[name]?.previous;
  const revision = await activate(registry, { action: 'rollback', remote: name, version: wanted });
  const active = revision.active[name];
  if (!active) throw new Error(`${name} is not in the registry`);
  return { version: active.version, previous: active.previous, revision: revision.revision, isNew: true };
}
