import { watch as watchFolder } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Registry, RegistryRevision, RemoteBuild, ShellBuild } from '@kinmel/contracts';
import { BuildError, readBuildFile, verifyFiles } from './build-files.ts';
import { misfits, readShell, unscopedStyles } from './fit.ts';
import { type Change, goodVersions, nextActive, RegistryRefusal } from './next-active.ts';
import { makeRegistry, type Viewer } from './public-registry.ts';
import { createRevision, listRevisions, type RegistryLog, readRevision } from './revision-files.ts';

/** The registry was changed since it was read: read it again and decide again. */
export class RegistryConflict extends Error {
  override name = 'RegistryConflict';
}

/**
 * A change of the registry. `expectedRevision` is the number of the revision that the decision was made on,
 * 0 when there was none; any other state refuses it.
 */
export type Activation = Change & { readonly expectedRevision: number };

export interface RegistryOptions {
  readonly registryFolder: string;
  readonly remotesFolder: string;
  /** The build of the shell that is wanted, or a link to it. Without it an activation is not compared with what the shell offers. */
  readonly shellFolder?: string;
  readonly log?: RegistryLog;
  /** How often the folder is polled where the operating system reports no changes; milliseconds. */
  readonly pollMs?: number;
}

/** The registry of remotes in a folder: written by deployments, read by the gateway, both through this. */
export interface RemoteRegistry {
  /** The current revision: the highest that can be read. Undefined before the first deployment. */
  current(): Promise<RegistryRevision | undefined>;
  /** All readable revisions, oldest first. */
  history(): Promise<RegistryRevision[]>;
  /** Compare-and-set; throws RegistryConflict, RegistryRefusal or BuildError and then has changed nothing. */
  activate(activation: Activation): Promise<RegistryRevision>;
  /** The last good version before the active one, where a rollback leads; undefined when there is none. */
  versionBefore(remote: string): Promise<string | undefined>;
  readBuild(remote: string, version: string): Promise<RemoteBuild>;
  /** Why a build cannot be active beside those of other remotes in this shell; empty when it can. */
  faultsOf(
    build: RemoteBuild,
    others: Iterable<RemoteBuild>,
    shell: ShellBuild | undefined,
  ): Promise<readonly string[]>;
  /** What `GET /remotes/registry.json` answers this viewer; canary shares are left to the gateway. */
  publicRegistry(viewer: Viewer): Promise<Registry>;
  /** Calls the listener at the start and after each change of the active builds; returns the function that ends it. */
  watch(listener: () => void): () => void;
}

const silent: RegistryLog = { warn: () => undefined };

export function openRegistry(options: RegistryOptions): RemoteRegistry {
  const { registryFolder, remotesFolder, shellFolder, log = silent, pollMs = 1000 } = options;
  // Revisions and version folders are immutable, so that what was read once stays valid.
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

  async function faultsOf(
    build: RemoteBuild,
    others: Iterable<RemoteBuild>,
    shell: ShellBuild | undefined,
  ): Promise<readonly string[]> {
    const styles = knownStyles.get(build) ?? (await unscopedStyles(remotesFolder, build));
    knownStyles.set(build, styles);
    return [...misfits(build, others, shell), ...styles];
  }

  /** All builds that some visitor gets. One that cannot be read is left out and logged. */
  async function buildsOf(active: RegistryRevision['active']): Promise<RemoteBuild[]> {
    const versions = Object.entries(active).flatMap(([remote, { version, canary }]) =>
      (canary ? [version, canary.version] : [version]).map((each) => [remote, each] as const),
    );
    const builds = versions.map(([remote, version]) => readBuild(remote, version).catch(() => undefined));
    return (await Promise.all(builds)).filter((build) => build !== undefined);
  }

  /** Throws unless what would become active is whole, and works beside all else that is active. */
  async function assertUsable(
    remote: string,
    version: string,
    active: RegistryRevision['active'],
  ): Promise<void> {
    // Read from the disk, not from memory: the bytes may have changed.
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
      // Above every number that is taken, so that an unreadable revision never blocks deployments.
      revision: (numbers[0] ?? 0) + 1,
      at: new Date().toISOString(),
      action: activation.action,
      remote: activation.remote,
      active,
    };
    if (!(await createRevision(registryFolder, next))) {
      throw new RegistryConflict(`Revision ${next.revision} was just taken by another deployment.`);
    }
    return next;
  }

  async function publicRegistry(viewer: Viewer): Promise<Registry> {
    const revision = await firstReadable(await listRevisions(registryFolder));
    const builds: RemoteBuild[] = [];
    for (const [remote, { version }] of Object.entries(revision?.active ?? {})) {
      try {
        builds.push(await readBuild(remote, version));
      } catch (error) {
        if (!(error instanceof BuildError)) throw error;
        log.warn({ remote, version, reason: error.message }, 'a remote is left out of the registry');
      }
    }
    return makeRegistry(revision?.revision ?? 0, builds, viewer);
  }

  function watch(listener: () => void): () => void {
    let seen: string | undefined;
    let stopped = false;
    let checking: Promise<void> = Promise.resolve();
    const check = () => {
      checking = checking.then(async () => {
        try {
          // The content of a file that cannot be read yet may follow in a moment: it counts as a change when it does.
          const numbers = await listRevisions(registryFolder);
          const mark = `${numbers[0] ?? 0}/${(await firstReadable(numbers))?.revision ?? 0}`;
          if (stopped || mark === seen) return;
          seen = mark;
          listener();
        } catch (error) {
          log.warn({ reason: String(error) }, 'the registry folder cannot be watched at the moment');
        }
      });
    };
    check();
    const timer = setInterval(check, pollMs);
    timer.unref();
    let watcher: ReturnType<typeof watchFolder> | undefined;
    const startWatching = async () => {
      await mkdir(registryFolder, { recursive: true });
      if (stopped) return;
      watcher = watchFolder(registryFolder, { persistent: false }, check);
      watcher.on('error', () => watcher?.close());
    };
    startWatching().catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'no change reports for the registry folder; it is polled instead');
    });
    return () => {
      stopped = true;
      clearInterval(timer);
      watcher?.close();
    };
  }

  return {
    current: async () => firstReadable(await listRevisions(registryFolder)),
    history: async () => history(await listRevisions(registryFolder)),
    versionBefore: async (remote) =>
      goodVersions(await history(await listRevisions(registryFolder)), remote).at(-2),
    activate,
    readBuild,
    faultsOf,
    publicRegistry,
    watch,
  };
}
