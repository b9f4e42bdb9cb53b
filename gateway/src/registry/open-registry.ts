import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type ChangeRecord,
  type RegistryRevision,
  type RemoteBuild,
  registryRevisionSchema,
  type ShellBuild,
} from '@kinmel/contracts';
import {
  type Change,
  goodVersions,
  nextState,
  RegistryRefusal,
  type RegistryState,
} from './revisions/next-state.ts';
import { assertPactsVerified, assertProtectedChange } from './revisions/protected-installation.ts';
import {
  createRevision,
  listRevisions,
  readRevision,
  type StoredRevision,
  signRevision,
} from './revisions/revision-files.ts';
import { assertSigned, type Distrust, type KeyFiles, readPublicKeys, SignatureError } from './signatures.ts';
import {
  BuildError,
  type KeysFor,
  type PartFolders,
  readDescription,
  shellPart,
  verifyFiles,
  versionFolder,
} from './versions/build-files.ts';
import { misfits, unscopedStyles } from './versions/fit.ts';

type Active = RegistryRevision['active'];

/** The registry has changed since it was read. */
export class RegistryConflict extends Error {
  override name = 'RegistryConflict';
}

/**
 * `expectedRevision` is the revision that the decision was based on, 0 for none; in any other state the change is
 * refused.
 */
export type Activation = Change &
  ChangeRecord & {
    readonly expectedRevision: number;
    /** True when no reason was given and the subject of the part's last commit is used. */
    readonly hasDefaultReason?: boolean;
  };

/** The logger of the registry; pino's signature. */
export interface RegistryLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

/** Why a revision or version on disk is not used. */
export type RefusalReason = Distrust | 'older' | 'unreadable' | 'misfit';

export const refusalReasonOf = (error: unknown): RefusalReason =>
  error instanceof SignatureError ? error.reason : 'unreadable';

/** The folders and keys of an installation. The private key is needed to change the registry. */
export interface RegistryOptions
  extends PartFolders,
    Pick<KeyFiles, 'publicKeysFile'>,
    Partial<Pick<KeyFiles, 'privateKeyFile'>> {
  readonly registryFolder: string;
  /** Whether changes need a reason, verified contracts and a canary first. Rollbacks are exempt. */
  readonly isProtected?: boolean;
  readonly log?: RegistryLog;
  readonly onRefused?: (reason: RefusalReason) => void;
}

/** The registry of the shell and the remotes in a folder, written by deployments and read by the gateway. */
export type PartRegistry = ReturnType<typeof openRegistry>;

/** Number of recent versions of a part that must work with those of the others. */
const supportedVersions = 3;

const noState: RegistryState = { active: {}, freezes: {} };

const silentLog: RegistryLog = { warn: () => undefined };

/** The builds that can be read; others are left out. */
const readableBuilds = async <Build>(builds: readonly Promise<Build>[]): Promise<Build[]> =>
  (await Promise.allSettled(builds)).flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );

const withoutPart = ({ active, freezes }: RegistryState, part: string) => ({
  active: { ...active, [part]: undefined },
  freezes: { ...freezes, [part]: undefined },
});

export function openRegistry(options: RegistryOptions) {
  const { registryFolder, shared, log = silentLog, onRefused = () => undefined } = options;
  const installationKeys = readPublicKeys(options.publicKeysFile);
  // Revisions and version folders are immutable, so they are cached.
  const revisionCache = new Map<number, RegistryRevision>();
  const buildCache = new Map<string, RemoteBuild | ShellBuild>();
  const styleCache = new WeakMap<RemoteBuild, readonly string[]>();
  const refusedRevisions = new Set<number>();
  let currentRevision: RegistryRevision | undefined;

  /** Logs and counts a refused revision once. */
  function refuse(revision: number, reason: RefusalReason, error: unknown): void {
    if (refusedRevisions.has(revision)) return;
    refusedRevisions.add(revision);
    onRefused(reason);
    log.warn(
      { revision, reason, detail: error instanceof Error ? error.message.slice(0, 300) : undefined },
      'a registry revision is refused; the last usable one stays active',
    );
  }

  /**
   * A key of the installation may sign any change, a key of a part's owner only changes of that part while it is
   * active.
   */
  async function assertTrusted({ revision, bytes, signature }: StoredRevision): Promise<void> {
    const label = `revision ${revision.revision}`;
    try {
      assertSigned(bytes, signature, installationKeys, label);
      return;
    } catch (error) {
      if (refusalReasonOf(error) !== 'unknown-key') throw error;
    }
    const { part } = revision;
    const numbers = await listRevisions(registryFolder);
    const before = await firstReadable(numbers.filter((each) => each < revision.revision));
    assertSigned(bytes, signature, before?.active[part]?.keys ?? [], label);
    if (!isDeepStrictEqual(withoutPart(before ?? noState, part), withoutPart(revision, part)))
      throw new SignatureError('unknown-key', `${label} changes more than ${part}, whose key signed it`);
  }

  async function revisionOf(number: number): Promise<RegistryRevision | undefined> {
    const cachedRevision = revisionCache.get(number);
    if (cachedRevision) return cachedRevision;
    try {
      const stored = await readRevision(registryFolder, number);
      await assertTrusted(stored);
      revisionCache.set(number, stored.revision);
      return stored.revision;
    } catch (error) {
      refuse(number, refusalReasonOf(error), error);
      return undefined;
    }
  }

  async function firstReadable(numbers: readonly number[]): Promise<RegistryRevision | undefined> {
    for (const number of numbers) {
      const revision = await revisionOf(number);
      if (revision) return revision;
    }
    return undefined;
  }

  /** The highest trusted revision. Undefined before the first deployment. */
  async function current(): Promise<RegistryRevision | undefined> {
    const newest = await firstReadable(await listRevisions(registryFolder));
    if (currentRevision && (newest?.revision ?? 0) < currentRevision.revision)
      refuse(newest?.revision ?? 0, 'older', new Error(`revision ${currentRevision.revision} is active`));
    else currentRevision = newest;
    return currentRevision;
  }

  /** The keys for a stored version of a part: those of the installation, and of the owner by the active version. */
  async function keysOf(part: string): Promise<readonly string[]> {
    return [...installationKeys, ...((await current())?.active[part]?.keys ?? [])];
  }

  /** A stored version of the shell or of a remote. */
  async function readVersion(part: string, version: string): Promise<RemoteBuild | ShellBuild> {
    const key = `${part}/${version}`;
    const cachedBuild = buildCache.get(key);
    if (cachedBuild) return cachedBuild;
    const keys = await keysOf(part);
    const build = await readDescription(options, part, version, () => keys);
    buildCache.set(key, build);
    return build;
  }

  const readBuild = async (remote: string, version: string) =>
    (await readVersion(remote, version)) as RemoteBuild;
  const readShell = async (version: string) => (await readVersion(shellPart, version)) as ShellBuild;

  /** Why a build cannot be active beside those of other remotes in this shell; empty when it can. */
  async function faultsOf(build: RemoteBuild, others: Iterable<RemoteBuild>, shell: ShellBuild | undefined) {
    const styles = styleCache.get(build) ?? (await unscopedStyles(options, build));
    styleCache.set(build, styles);
    return [...misfits(build, others, shell), ...styles];
  }

  const versionsOf = (active: Active, part: string) => {
    const { version, canary } = active[part] ?? {};
    return [version, canary?.version].filter((each) => each !== undefined);
  };

  /** The active builds of remotes, canaries included. Unreadable ones are left out. */
  async function buildsOf(active: Active): Promise<RemoteBuild[]> {
    const remotes = Object.keys(active).filter((part) => part !== shellPart);
    return readableBuilds(
      remotes.flatMap((remote) => versionsOf(active, remote).map((version) => readBuild(remote, version))),
    );
  }

  /** The faults of a remote in the active shell and in its canary. */
  async function remoteFaults(build: RemoteBuild, active: Active): Promise<readonly string[]> {
    const others = await buildsOf(active);
    const shells = await readableBuilds(versionsOf(active, shellPart).map(readShell));
    const faultsOfShells = await Array.fromAsync(shells.length === 0 ? [undefined] : shells, (shell) =>
      faultsOf(build, others, shell),
    );
    return [...new Set(faultsOfShells.flat())];
  }

  /** A canary of the shell is shown with every active remote; a shell for all waits for those that do not fit it. */
  async function shellFaults(shell: ShellBuild, active: Active): Promise<readonly string[]> {
    if (active[shellPart]?.canary?.version !== shell.version) return [];
    return (await buildsOf(active)).flatMap((build) =>
      misfits(build, [], shell).map((fault) => `${build.declaration.name} ${build.version}: ${fault}`),
    );
  }

  /**
   * The keys for a version that is to be activated. An owner's key counts when the active version and the version itself
   * name it, at a first deployment when the version does.
   */
  const keysToActivate =
    (part: string, { [part]: active }: Active): KeysFor =>
    (declared) => [...installationKeys, ...declared.filter((key) => !active || active.keys?.includes(key))];

  /** A version that is to be activated, also the first one of a remote that another repository built. */
  const readCandidate = async (part: string, version: string): Promise<RemoteBuild | ShellBuild> =>
    readDescription(options, part, version, keysToActivate(part, (await current())?.active ?? {}));

  /** Throws unless the version is complete, signed and fits the others. */
  async function assertUsable(part: string, version: string, before: Active, next: Active) {
    // Not from the cache: the bytes may have changed.
    const build = await readDescription(options, part, version, keysToActivate(part, before));
    await verifyFiles(options, part, build);
    const faults = await ('page' in build ? shellFaults(build, next) : remoteFaults(build, next));
    if (faults.length === 0) return build;
    throw new RegistryRefusal(
      `${part} ${version} cannot work here, nothing was changed:\n${faults.map((fault) => `  ${fault}\n`).join('')}`,
    );
  }

  async function history(numbers: readonly number[]): Promise<RegistryRevision[]> {
    const revisions = await Array.fromAsync(numbers.toReversed(), (number) => revisionOf(number));
    return revisions.filter((revision) => revision !== undefined);
  }

  /** Compare-and-set. Throws RegistryConflict, RegistryRefusal, BuildError or SignatureError without changing anything. */
  async function activate(activation: Activation): Promise<RegistryRevision> {
    const { privateKeyFile } = options;
    if (privateKeyFile === undefined) throw new RegistryRefusal('Without a private key nothing is changed.');
    await shared?.fetchRegistry();
    const numbers = await listRevisions(registryFolder);
    const revisions = await history(numbers);
    const before = revisions.at(-1);
    const currentNumber = before?.revision ?? 0;
    if (currentNumber !== activation.expectedRevision) {
      throw new RegistryConflict(
        `The registry is at revision ${currentNumber}, not ${activation.expectedRevision}: another deployment came in between.`,
      );
    }
    const { action, part } = activation;
    const at = new Date().toISOString();
    const { active, freezes } = nextState(revisions, { ...activation, at });
    if (options.isProtected === true) assertProtectedChange(activation, before?.active ?? {});
    const entry = active[part];
    const version = entry?.canary?.version ?? entry?.version;
    if (entry && version !== undefined && action !== 'freeze' && action !== 'unfreeze') {
      const build = await assertUsable(part, version, before?.active ?? {}, active);
      if (options.isProtected === true && (action === 'deploy' || action === 'canary'))
        await assertPactsVerified(registryFolder, build);
      const { keys } = build.declaration;
      if (!entry.canary && keys) active[part] = { ...entry, keys: [...keys] };
    }
    // Higher than every folder, so that a refused revision does not block deployments.
    const revision = (numbers[0] ?? 0) + 1;
    const state = { schema: 2, revision, at, active, freezes };
    const next = registryRevisionSchema.safeParse({ ...activation, ...state });
    if (!next.success) {
      const [issue] = next.error.issues;
      throw new RegistryRefusal(`${issue?.path.join('.')}: ${issue?.message}`);
    }
    const stored = signRevision(next.data, privateKeyFile);
    await assertTrusted(stored);
    if (entry && version !== undefined) await shared?.publishVersion(part, version);
    if (!(await createRevision(registryFolder, stored, shared))) {
      throw new RegistryConflict(`Revision ${revision} was just created by another deployment.`);
    }
    return next.data;
  }

  const allRevisions = async () => history(await listRevisions(registryFolder));

  return {
    current,
    /** All trusted revisions, oldest first. */
    history: allRevisions,
    /** The versions of a part that a rollback can lead to, oldest first, and the active one. */
    goodVersions: async (part: string) => goodVersions(await allRevisions(), part),
    /** The versions that visitors have or a rollback can soon bring back: the last three good ones, and the canary. */
    versionsToSupport: async (part: string) => {
      const good = goodVersions(await allRevisions(), part).slice(-supportedVersions);
      return [...new Set([...good, ...versionsOf((await current())?.active ?? {}, part)])];
    },
    /** Where a rollback leads: the last good version before the active one. */
    versionBefore: async (part: string) => goodVersions(await allRevisions(), part).at(-2),
    activate,
    keysOf,
    /** Compares every file of a version with its hash. */
    verifyFiles: (part: string, build: RemoteBuild | ShellBuild) => verifyFiles(options, part, build),
    readVersion,
    /** The text of a version's server file, not compared with its hash: the render process does that. */
    readServerFile: async (part: string, version: string) => {
      const { server } = await readVersion(part, version);
      if (!server) throw new BuildError(`${part} ${version} has no server file`);
      return readFile(join(versionFolder(options, part, version), server.file), 'utf8');
    },
    readBuild,
    readShell,
    readCandidate,
    faultsOf,
  };
}
