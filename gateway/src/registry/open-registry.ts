import type { RegistryRevision, RemoteBuild, ShellBuild } from '@kinmel/contracts';
import { readBuildFile, verifyFiles } from './build-files.ts';
import { misfits, readShell, unscopedStyles } from './fit.ts';
import { type Change, goodVersions, nextActive, RegistryRefusal } from './next-active.ts';
import { createRevision, listRevisions, type RegistryLog, readRevision } from './revision-files.ts';

/** The registry has changed since it was read. */
export class RegistryConflict extends Error {
  override name = 'RegistryConflict';
}

/**
 * `expectedRevision` is the revision that the decision was based on, 0 for none; in any other state the change is
 * refused.
 */
export type Activation = Change & { readonly expectedRevision: number };

export interface RegistryOptions {
  readonly registryFolder: string;
  readonly remotesFolder: string;
  /** The wanted build of the shell, or a link to it. Without it a version is not checked against a shell. */
  readonly shellFolder?: string;
  readonly log?: RegistryLog;
}

/** The registry of remotes in a folder, written by deployments and read by the gateway. */
export type RemoteRegistry = ReturnType<typeof openRegistry>;

const silent: RegistryLog = { warn: () => undefined };

export function openRegistry(options: RegistryOptions) {
  const { registryFolder, remotesFolder, shellFolder, log = silent } = options;
  // Revisions and version folders are immutable, so they are cached.
  const knownRevisions = new Map<number, RegistryRevision>();
  const knownBuilds = new Map<string, RemoteBuild>();
  const knownStyles = new WeakMap<RemoteBuild, readonly string[]>();
  const complainedAbout = new Set<number>();

  async function revisionOf(number: number): Promise<RegistryRevision | undefined> {
    const known = knownRevisions.get(number);
    if (known) return known;
    // An unreadable file is logged once.
    const revision = await readRevision(registryFolder, number, complainedAbout.has(number) ? silent : log);
    if (revision) knownRevisions.set(number, revision);
    else complainedAbout.add(number);
    return revision;
  }

  async function firstReadable(numbers: readonly number[]): Promise<RegistryRevision | undefined> {
    for (const number of numbers) {
      const revision = await revisionOf(number);
      if (revision) return revision;
    }
    return undefined;
  }

  async function readBuild(remote: string, version: string): Promise<RemoteBuild> {
    const key = `${remote}/${version}`;
    const known = knownBuilds.get(key);
    if (known) return known;
    const build = await readBuildFile(remotesFolder, remote, version);
    knownBuilds.set(key, build);
    return build;
  }

  /** Why a build cannot be active beside those of other remotes in this shell; empty when it can. */
  async function faultsOf(
    build: RemoteBuild,
    others: Iterable<RemoteBuild>,
    shell: ShellBuild | undefined,
  ): Promise<readonly string[]> {
    const styles = knownStyles.get(build) ?? (await unscopedStyles(remotesFolder, build));
    knownStyles.set(build, styles);
    return [...misfits(build, others, shell), ...styles];
  }

  /** The active builds, canaries included. Unreadable ones are left out. */
  async function buildsOf(active: RegistryRevision['active']): Promise<RemoteBuild[]> {
    const versions = Object.entries(active).flatMap(([remote, { version, canary }]) =>
      (canary ? [version, canary.version] : [version]).map((each) => [remote, each] as const),
    );
    const builds = versions.map(([remote, version]) => readBuild(remote, version).catch(() => undefined));
    return (await Promise.all(builds)).filter((build) => build !== undefined);
  }

  /** Throws unless the version is complete and fits the others. */
  async function assertUsable(
    remote: string,
    version: string,
    active: RegistryRevision['active'],
  ): Promise<void> {
    // Not from the cache: the bytes may have changed.
    const build = await readBuildFile(remotesFolder, remote, version);
    await verifyFiles(remotesFolder, build);
    const shell = shellFolder === undefined ? undefined : await readShell(shellFolder);
    const faults = await faultsOf(build, await buildsOf(active), shell);
    if (faults.length === 0) return;
    throw new RegistryRefusal(
      `${remote} ${version} cannot work here, nothing was changed:\n${faults.map((fault) => `  ${fault}\n`).join('')}`,
    );
  }

  async function history(numbers: readonly number[]): Promise<RegistryRevision[]> {
    const revisions = await Promise.all(numbers.toReversed().map(revisionOf));
    return revisions.filter((revision) => revision !== undefined);
  }

  /** Compare-and-set. Throws RegistryConflict, RegistryRefusal or BuildError without changing anything. */
  async function activate(activation: Activation): Promise<RegistryRevision> {
    const numbers = await listRevisions(registryFolder);
    const known = await history(numbers);
    const currentNumber = known.at(-1)?.revision ?? 0;
    if (currentNumber !== activation.expectedRevision) {
      throw new RegistryConflict(
        `The registry is at revision ${currentNumber}, not ${activation.expectedRevision}: another deployment came in between.`,
      );
    }
    const active = nextActive(known, activation);
    const chosen = active[activation.remote];
    const version = activation.action === 'canary' ? activation.version : chosen?.version;
    if (version !== undefined) await assertUsable(activation.remote, version, active);
    const next: RegistryRevision = {
      schema: 1,
      // Higher than every file, so that an unreadable revision does not block deployments.
      revision: (numbers[0] ?? 0) + 1,
      at: new Date().toISOString(),
      action: activation.action,
      remote: activation.remote,
      active,
    };
    if (!(await createRevision(registryFolder, next))) {
      throw new RegistryConflict(`Revision ${next.revision} was just created by another deployment.`);
    }
    return next;
  }

  return {
    /** The highest readable revision. Undefined before the first deployment. */
    current: async () => firstReadable(await listRevisions(registryFolder)),
    /** All readable revisions, oldest first. */
    history: async () => history(await listRevisions(registryFolder)),
    /** Where a rollback leads: the last good version before the active one. */
    versionBefore: async (remote: string) =>
      goodVersions(await history(await listRevisions(registryFolder)), remote).at(-2),
    activate,
    readBuild,
    faultsOf,
  };
}
