import type { Registry, RegistryRevision, RemoteBuild, ShellBuild } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import type { ShellFiles, ShellOnDisk } from '../html/shell/shell-files.ts';
import { isInCanary } from './canary.ts';
import { type PartRegistry, type RefusalReason, refusalReasonOf } from './open-registry.ts';
import { makeRegistry, mayUse, type Viewer } from './public-registry.ts';
import { RegistryRefusal } from './revisions/next-state.ts';
import { type ObservedRelease, observedReleases } from './revisions/observed-releases.ts';
import { shellPart } from './versions/build-files.ts';
import { misfits } from './versions/fit.ts';

/** Bounds the views that are prerendered: two canaries have four. */
const maxViews = 4;
/** Maximum number of cookie values to try until each view is found; enough for a canary of one percent. */
const maxTries = 1000;

/** A version that is not active, as one visitor sees it by a preview link. */
export interface PreviewedVersion {
  readonly part: string;
  readonly version: string;
  /** The remote; undefined for a version of the shell. */
  readonly build?: RemoteBuild;
  readonly shell?: ShellOnDisk;
  /** This version, or the active one of its remote, is for admins only. */
  readonly isForAdmins: boolean;
}

/** Determines which remotes a visitor gets and, in a canary, which version of them. */
export interface Visitor extends Viewer {
  /** The visitor cookie; without it no canary is shown. */
  readonly visitor?: string | undefined;
  readonly preview?: PreviewedVersion | undefined;
}

/** The shell and the remotes for one kind of visitor. Equal keys mean equal views. */
export interface View {
  readonly key: string;
  /** Undefined until a shell is deployed. */
  readonly shell: ShellOnDisk | undefined;
  readonly registry: Registry;
  readonly builds: readonly RemoteBuild[];
  /** The version that only this visitor sees. Views with one are not cached. */
  readonly preview?: PreviewedVersion;
}

interface ActiveRemote {
  readonly build: RemoteBuild;
  readonly canary: { readonly build: RemoteBuild; readonly sharePercent: number } | undefined;
}

interface ActiveShell {
  readonly active: ShellOnDisk | undefined;
  readonly canary?: { readonly shell: ShellOnDisk; readonly sharePercent: number } | undefined;
  /** The deployed version while active remotes do not fit it. */
  readonly waitingVersion?: string | undefined;
}

/** The active builds, canaries included. */
const buildsOf = (remotes: ReadonlyMap<string, ActiveRemote>): readonly RemoteBuild[] =>
  [...remotes.values()].flatMap(({ build, canary }) => (canary ? [build, canary.build] : [build]));

/** How often the registry folder is read and unusable versions are retried. Milliseconds. */
const pollMs = 250;

export interface ActiveRemotesOptions {
  readonly registry: PartRegistry;
  readonly shells: ShellFiles;
  readonly logger: Logger;
  readonly onRefused: (reason: RefusalReason) => void;
}

export type ActiveRemotes = ReturnType<typeof createActiveRemotes>;

/**
 * The active remotes in memory, and the shell that shows them. Both change in one step, so that no page combines a shell
 * with remotes that were checked against another. A revision or version that is not usable changes nothing: that part
 * stays as it was, an error is logged, and the version is retried.
 */
export function createActiveRemotes({ registry, shells, logger, onRefused }: ActiveRemotesOptions) {
  const listeners = new Set<() => void>();
  const views = new Map<string, View>();
  /** By part and version: at most those in the folder, checked against the active versions. */
  const previews = new Map<string, PreviewedVersion>();
  let revisionNumber = 0;
  let generation = 0;
  let activeShell: ActiveShell = { active: undefined };
  let activeRemotes = new Map<string, ActiveRemote>();
  let active: RegistryRevision['active'] = {};
  let observed: readonly ObservedRelease[] = [];
  let refreshing: Promise<void> = Promise.resolve();
  /** Unusable versions of the current revision; each is logged once. */
  const unusableKeys = new Set<string>();
  let lastAutomaticRollback = 0;
  let isReadable = true;
  let timer: NodeJS.Timeout | undefined;

  async function poll(): Promise<void> {
    try {
      await refresh();
      isReadable = true;
    } catch (error) {
      if (isReadable) logger.error({ err: error }, 'the registry cannot be read');
      isReadable = false;
    }
  }

  const hasCanary = () =>
    activeShell.canary !== undefined || activeRemotes.values().some(({ canary }) => canary !== undefined);

  const observedNow = () => observed.filter(({ until }) => until > Date.now());

  /** The versions of each part that are active, canaries, or the ones before. */
  const versions = (): readonly (readonly [part: string, version: string])[] =>
    Object.entries(active).flatMap(([part, { version, canary, previous }]) =>
      [version, canary?.version, previous].flatMap((each) =>
        each === undefined ? [] : [[part, each] as const],
      ),
    );

  function refresh(): Promise<void> {
    // Sequential, so that the older of two concurrent reads cannot win.
    refreshing = refreshing.catch(() => undefined).then(readRevision);
    return refreshing;
  }

  async function readRevision(): Promise<void> {
    const revision = await registry.current();
    if (!revision) return;
    const isNew = revision.revision !== revisionNumber;
    if (!isNew && unusableKeys.size === 0) return;
    const unusableBefore = unusableKeys.size;
    if (isNew) unusableKeys.clear();
    const chosen = await chooseShell(revision);
    const shell = chosen.active?.build;
    const remotes = new Map<string, ActiveRemote>();
    const names = Object.keys(revision.active).filter((name) => name !== shellPart);
    // The remote that this revision changed is checked last, against the others.
    const checkOrder = names.toSorted(
      (one, other) => Number(one === revision.part) - Number(other === revision.part),
    );
    for (const name of checkOrder) {
      const remote = await readRemote(name, revision.active[name], buildsOf(remotes), shell);
      if (remote) remotes.set(name, remote);
    }
    const canary = await readShellCanary(revision, buildsOf(remotes));
    const history = await registry.history();
    if (!isNew && unusableKeys.size === unusableBefore) return;
    if (chosen.active !== activeShell.active) logger.info({ version: shell?.version }, 'the shell is active');
    activeShell = { ...chosen, canary };
    const positionOf = ([name]: readonly [string, ActiveRemote]) => names.indexOf(name);
    activeRemotes = new Map([...remotes].toSorted((one, other) => positionOf(one) - positionOf(other)));
    active = revision.active;
    // A newer revision is read next.
    observed = observedReleases(history.filter((each) => each.revision <= revision.revision));
    revisionNumber = revision.revision;
    lastAutomaticRollback =
      history.findLast(({ action, isAutomatic }) => action === 'rollback' && isAutomatic)?.revision ?? 0;
    generation += 1;
    views.clear();
    previews.clear();
    logger.info(
      {
        revision: revision.revision,
        remotes: Object.fromEntries([...remotes].map(([name, { build }]) => [name, build.version])),
      },
      'the registry was read',
    );
    for (const listener of listeners) listener();
  }

  /** The deployed shell if the remotes fit it, else the last usable one. */
  async function chooseShell(revision: RegistryRevision): Promise<ActiveShell> {
    const version = revision.active[shellPart]?.version;
    const { active: currentShell } = activeShell;
    if (version === undefined) return { active: currentShell };
    const requestedShell = await readUsable(shellPart, version, () => shells.read(version));
    if (!requestedShell) return { active: currentShell ?? (await newestThatFits(revision)) };
    const faults = await misfitsOf(requestedShell.build, revision);
    if (faults.length === 0) return { active: requestedShell };
    const chosenShell = currentShell ?? (await newestThatFits(revision)) ?? requestedShell;
    if (activeShell.waitingVersion !== version)
      logger.error(
        { version, active: chosenShell.build.version, misfits: faults },
        chosenShell === requestedShell
          ? 'active remotes are incompatible with the build of the shell, and there is no other build; their pages are not available'
          : 'active remotes are incompatible with the build of the shell; it waits, and the last usable one stays active',
      );
    return { active: chosenShell, waitingVersion: version };
  }

  /** The newest deployed build that the remotes fit: the one that was active before a restart. */
  async function newestThatFits(revision: RegistryRevision): Promise<ShellOnDisk | undefined> {
    for (const version of (await registry.goodVersions(shellPart)).toReversed()) {
      const shell = await shells.find(version);
      if (shell && (await misfitsOf(shell.build, revision)).length === 0) return shell;
    }
    return undefined;
  }

  /** A canary of the shell is shown with every active remote, so each must fit it. */
  async function readShellCanary(revision: RegistryRevision, builds: readonly RemoteBuild[]) {
    const canary = revision.active[shellPart]?.canary;
    if (!canary) return undefined;
    const { version, sharePercent } = canary;
    const shell = await readUsable(shellPart, version, () => readFittingShell(version, builds));
    return shell && { shell, sharePercent };
  }

  async function readFittingShell(version: string, builds: readonly RemoteBuild[]): Promise<ShellOnDisk> {
    const shell = await shells.read(version);
    const faults = builds.flatMap((build) => misfits(build, [], shell.build));
    if (faults.length > 0) throw new RegistryRefusal(faults.join('; '));
    return shell;
  }

  async function readRemote(
    name: string,
    entry: RegistryRevision['active'][string] | undefined,
    others: readonly RemoteBuild[],
    shell: ShellBuild | undefined,
  ): Promise<ActiveRemote | undefined> {
    if (!entry) return undefined;
    // Checked again, as a revision may have been written by hand or for another shell.
    const readIfFitting = (version: string | undefined) =>
      version === undefined
        ? undefined
        : readUsable(name, version, () => readFittingBuild(name, version, others, shell));
    const build = await readIfFitting(entry.version);
    if (!build) {
      const before = activeRemotes.get(name);
      if (before) return before;
      const previous = await readIfFitting(entry.previous);
      return previous && { build: previous, canary: undefined };
    }
    const canary = await readIfFitting(entry.canary?.version);
    const sharePercent = entry.canary?.sharePercent ?? 0;
    return { build, canary: canary && { build: canary, sharePercent } };
  }

  async function readFittingBuild(
    name: string,
    version: string,
    others: readonly RemoteBuild[],
    shell: ShellBuild | undefined,
  ): Promise<RemoteBuild> {
    const build = await registry.readBuild(name, version);
    const faults = await registry.faultsOf(build, others, shell);
    if (faults.length > 0) throw new RegistryRefusal(faults.join('; '));
    return build;
  }

  /** Undefined when reading fails, which is logged and counted once. */
  async function readUsable<Build>(part: string, version: string, read: () => Promise<Build>) {
    const key = `${part} ${version}`;
    try {
      const build = await read();
      unusableKeys.delete(key);
      return build;
    } catch (error) {
      if (unusableKeys.has(key)) return undefined;
      unusableKeys.add(key);
      const reason = error instanceof RegistryRefusal ? 'misfit' : refusalReasonOf(error);
      onRefused(reason);
      logger.error(
        { part, version, reason, err: error },
        'a version that should be active is not usable; the last usable one stays active',
      );
      return undefined;
    }
  }

  /**
   * Why a shell cannot be activated: the remotes of which neither the deployed nor the active version is
   * compatible with it. Empty when it can. A remote that cannot be read does not block it.
   */
  async function misfitsOf(shell: ShellBuild, revision: RegistryRevision): Promise<readonly string[]> {
    const misfitTexts: string[] = [];
    for (const [name, { version }] of Object.entries(revision.active)) {
      if (name === shellPart) continue;
      const builds = [await findBuild(name, version), activeRemotes.get(name)?.build];
      const faults = builds.flatMap((build) => (build ? [misfits(build, [], shell)] : []));
      if (faults.length > 0 && faults.every(({ length }) => length > 0))
        misfitTexts.push(`${name} ${version}: ${(faults[0] ?? []).join('; ')}`);
    }
    return misfitTexts;
  }

  /** The build of any deployed version, active or not: open pages still load chunks of older ones. */
  const findBuild = (name: string, version: string): Promise<RemoteBuild | undefined> =>
    registry.readBuild(name, version).catch(() => undefined);

  /** Without canaries: the version was checked against the active ones. */
  function viewOfPreview(preview: PreviewedVersion, visitor: Visitor): View {
    const chosen = new Map([...activeRemotes].map(([name, { build }]) => [name, build]));
    if (preview.build) chosen.set(preview.part, preview.build);
    const builds = [...chosen.values()].filter((build) => mayUse(build, visitor));
    return {
      key: `preview ${preview.part} ${preview.version}`,
      shell: preview.shell ?? activeShell.active,
      builds,
      registry: makeRegistry(revisionNumber, builds, visitor),
      preview,
    };
  }

  function viewOf(visitor: Visitor): View {
    if (visitor.preview) return viewOfPreview(visitor.preview, visitor);
    const builds: RemoteBuild[] = [];
    let key = visitor.isAdmin ? 'admin' : '';
    const isInShare = (part: string, sharePercent: number) =>
      visitor.visitor !== undefined && isInCanary(visitor.visitor, part, sharePercent);
    const { active: currentShell, canary: shellCanary } = activeShell;
    const hasShellCanary = shellCanary !== undefined && isInShare(shellPart, shellCanary.sharePercent);
    if (hasShellCanary) key += `+${shellPart}`;
    for (const [name, { build, canary }] of activeRemotes) {
      const chosen = canary && isInShare(name, canary.sharePercent) ? canary.build : build;
      if (chosen !== build) key += `+${name}`;
      if (mayUse(chosen, visitor)) builds.push(chosen);
    }
    const cachedView = views.get(key);
    if (cachedView) return cachedView;
    const view: View = {
      key,
      shell: hasShellCanary ? shellCanary.shell : currentShell,
      builds,
      registry: makeRegistry(revisionNumber, builds, visitor),
    };
    views.set(key, view);
    return view;
  }

  return {
    /** Reads the registry and polls it for deployments. */
    async start(): Promise<void> {
      await refresh();
      timer = setInterval(() => void poll(), pollMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
    refresh,
    onChange: (listener: () => void) => void listeners.add(listener),
    get revision(): number {
      return revisionNumber;
    },
    /** Increases with each change, also when a version of the current revision becomes usable: a part of cache keys. */
    get generation(): number {
      return generation;
    },
    get hasCanary(): boolean {
      return hasCanary();
    },
    /** The revision of the last automatic rollback; 0 before the first. */
    get lastAutomaticRollback(): number {
      return lastAutomaticRollback;
    },
    /** The versions that may be rolled back automatically now. */
    get observed(): readonly ObservedRelease[] {
      return observedNow();
    },
    /** Whether pages need the visitor cookie: for a canary, or to count the visitors of a version. */
    get needsVisitor(): boolean {
      return hasCanary() || observedNow().length > 0;
    },
    get versions() {
      return versions();
    },
    /** Whether this viewer may know of the version: it is active, a canary or the one before. */
    knows(part: string, version: string, viewer: Viewer): boolean {
      const remote = activeRemotes.get(part);
      const isVisible = part === shellPart || (remote !== undefined && mayUse(remote.build, viewer));
      return isVisible && versions().some((each) => each[0] === part && each[1] === version);
    },
    /** Whether a remote that this viewer may know of declares the page. */
    declaresPage: (path: string, viewer: Viewer): boolean =>
      buildsOf(activeRemotes).some(
        (build) => mayUse(build, viewer) && build.declaration.pages.some((page) => page.path === path),
      ),
    /** For operators. */
    get shellState(): string {
      const { active: currentShell, waitingVersion } = activeShell;
      const version = currentShell?.build.version ?? 'none';
      return waitingVersion === undefined
        ? version
        : `${version}, ${waitingVersion} waits for remotes that fit it`;
    },
    /** Whether a deployed shell waits for remotes that fit it. */
    get isShellWaiting(): boolean {
      return activeShell.waitingVersion !== undefined;
    },
    /**
     * Whether there is a shell and the active remotes fit it. False after a start that found no build that they fit.
     */
    get isReady(): boolean {
      const { active: currentShell, waitingVersion } = activeShell;
      return currentShell !== undefined && currentShell.build.version !== waitingVersion;
    },
    build: findBuild,
    /**
     * A sample visitor for each view of the public pages, starting without a canary. Their number is limited,
     * because every view is held in memory.
     */
    visitorOfEachView(): Visitor[] {
      const byKey = new Map<string, Visitor>([['', { isAdmin: false }]]);
      const tries = hasCanary() ? maxTries : 0;
      for (let index = 0; index < tries && byKey.size < maxViews; index += 1) {
        const visitor = { isAdmin: false, visitor: String(index) };
        const { key } = viewOf(visitor);
        if (!byKey.has(key)) byKey.set(key, visitor);
      }
      return [...byKey.values()];
    },
    /** The version of a part in the pages of this visitor. */
    versionFor(visitor: Visitor, part: string): string | undefined {
      const { shell, builds } = viewOf(visitor);
      if (part === shellPart) return shell?.build.version;
      return builds.find(({ declaration }) => declaration.name === part)?.version;
    },
    /** A version for one visitor. Rejects when it is unknown, not signed, or does not fit the active versions. */
    async preview(part: string, version: string): Promise<PreviewedVersion> {
      const key = `${part} ${version}`;
      const generationBefore = generation;
      const cachedPreview = previews.get(key);
      if (cachedPreview) return cachedPreview;
      const activeBuild = activeRemotes.get(part)?.build;
      const builds = [...activeRemotes.values()].map(({ build }) => build);
      const previewedBuild =
        part === shellPart
          ? { shell: await readFittingShell(version, builds) }
          : { build: await readFittingBuild(part, version, builds, activeShell.active?.build) };
      const isForAdmins = [activeBuild, previewedBuild.build].some(
        (build) => build && !mayUse(build, { isAdmin: false }),
      );
      const preview = { part, version, ...previewedBuild, isForAdmins };
      if (generationBefore === generation) previews.set(key, preview);
      return preview;
    },
    viewOf,
  };
}
