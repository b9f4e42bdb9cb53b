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
  /** It, or the active version of that remote, is for admins only. */
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
  readonly inForce: ShellOnDisk | undefined;
  readonly canary?: { readonly shell: ShellOnDisk; readonly sharePercent: number } | undefined;
  /** The deployed version while active remotes do not fit it. */
  readonly waiting?: string | undefined;
}

/** The active builds, canaries included. */
const buildsOf = (remotes: ReadonlyMap<string, ActiveRemote>): readonly RemoteBuild[] =>
  [...remotes.values()].flatMap(({ build, canary }) => (canary ? [build, canary.build] : [build]));

/** How often the registry folder is read, and a version that could not be read is tried again. Milliseconds. */
const pollMs = 250;

export interface ActiveRemotesOptions {
  readonly registry: PartRegistry;
  readonly shells: ShellFiles;
  readonly logger: Logger;
  readonly onRefused: (reason: RefusalReason) => void;
  readonly now: () => number;
}

/**
 * The active remotes in memory, and the shell that shows them. Both change in one step, so that no page combines a shell
 * with remotes that were checked against another. A revision or version that is not usable changes nothing: that part
 * stays as it was, an error is logged, and the version is retried.
 */
export class ActiveRemotes {
  readonly #options: ActiveRemotesOptions;
  readonly #registry: PartRegistry;
  readonly #logger: Logger;
  readonly #listeners = new Set<() => void>();
  readonly #views = new Map<string, View>();
  /** By part and version: at most those in the folder, checked against the active versions. */
  readonly #previews = new Map<string, PreviewedVersion>();
  #revision = 0;
  #generation = 0;
  #shell: ActiveShell = { inForce: undefined };
  #remotes = new Map<string, ActiveRemote>();
  #active: RegistryRevision['active'] = {};
  #observed: readonly ObservedRelease[] = [];
  #refreshing: Promise<void> = Promise.resolve();
  /** Unusable versions of the current revision; each is logged once. */
  readonly #missing = new Set<string>();
  #lastAutomaticRollback = 0;
  #isReadable = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ActiveRemotesOptions) {
    this.#options = options;
    this.#registry = options.registry;
    this.#logger = options.logger;
  }

  /** Reads the registry and polls it for deployments. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.#poll(), pollMs);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    try {
      await this.refresh();
      this.#isReadable = true;
    } catch (error) {
      if (this.#isReadable) this.#logger.error({ err: error }, 'the registry cannot be read');
      this.#isReadable = false;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  get revision(): number {
    return this.#revision;
  }

  /** Increases with each change, also when a version of the current revision becomes usable: a part of cache keys. */
  get generation(): number {
    return this.#generation;
  }

  get hasCanary(): boolean {
    if (this.#shell.canary) return true;
    for (const { canary } of this.#remotes.values()) if (canary) return true;
    return false;
  }

  /** The revision of the last automatic rollback; 0 before the first. */
  get lastAutomaticRollback(): number {
    return this.#lastAutomaticRollback;
  }

  /** The versions that may be rolled back automatically now. */
  get observed(): readonly ObservedRelease[] {
    const now = this.#options.now();
    return this.#observed.filter(({ until }) => until > now);
  }

  /** Whether pages need the visitor cookie: for a canary, or to count the visitors of a version. */
  get needsVisitor(): boolean {
    return this.hasCanary || this.observed.length > 0;
  }

  /** The versions of each part that are active, canaries, or the ones before. */
  get versions(): readonly (readonly [part: string, version: string])[] {
    return Object.entries(this.#active).flatMap(([part, { version, canary, previous }]) =>
      [version, canary?.version, previous].flatMap((each) =>
        each === undefined ? [] : [[part, each] as const],
      ),
    );
  }

  /** Whether this viewer may know of the version: it is active, a canary or the one before. */
  knows(part: string, version: string, viewer: Viewer): boolean {
    const remote = this.#remotes.get(part);
    const isVisible = part === shellPart || (remote !== undefined && mayUse(remote.build, viewer));
    return isVisible && this.versions.some((each) => each[0] === part && each[1] === version);
  }

  /** Whether a remote that this viewer may know of declares the page. */
  declaresPage(path: string, viewer: Viewer): boolean {
    return buildsOf(this.#remotes).some(
      (build) => mayUse(build, viewer) && build.declaration.pages.some((page) => page.path === path),
    );
  }

  /** For operators. */
  get shellState(): string {
    const { inForce, waiting } = this.#shell;
    const version = inForce?.build.version ?? 'none';
    return waiting === undefined ? version : `${version}, ${waiting} waits for remotes that fit it`;
  }

  /** Whether a deployed shell waits for remotes that fit it. */
  get isShellWaiting(): boolean {
    return this.#shell.waiting !== undefined;
  }

  /** Whether there is a shell and the active remotes fit it. Not so after a start that found no build that they fit. */
  get isReady(): boolean {
    const { inForce, waiting } = this.#shell;
    return inForce !== undefined && inForce.build.version !== waiting;
  }

  refresh(): Promise<void> {
    // Sequential, so that the older of two concurrent reads cannot win.
    this.#refreshing = this.#refreshing.catch(() => undefined).then(() => this.#refresh());
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const revision = await this.#registry.current();
    if (!revision) return;
    const isNew = revision.revision !== this.#revision;
    if (!isNew && this.#missing.size === 0) return;
    const missingBefore = this.#missing.size;
    if (isNew) this.#missing.clear();
    const chosen = await this.#chooseShell(revision);
    const shell = chosen.inForce?.build;
    const remotes = new Map<string, ActiveRemote>();
    const names = Object.keys(revision.active).filter((name) => name !== shellPart);
    // The remote that this revision changed is checked last, against the others.
    const inOrder = names.toSorted(
      (one, other) => Number(one === revision.part) - Number(other === revision.part),
    );
    for (const name of inOrder) {
      const remote = await this.#read(name, revision.active[name], buildsOf(remotes), shell);
      if (remote) remotes.set(name, remote);
    }
    const canary = await this.#readShellCanary(revision, buildsOf(remotes));
    const history = await this.#registry.history();
    if (!isNew && this.#missing.size === missingBefore) return;
    if (chosen.inForce !== this.#shell.inForce)
      this.#logger.info({ version: shell?.version }, 'the shell is active');
    this.#shell = { ...chosen, canary };
    this.#remotes = new Map(
      names.flatMap((name) => {
        const remote = remotes.get(name);
        return remote ? [[name, remote]] : [];
      }),
    );
    this.#active = revision.active;
    // A newer revision is read next.
    this.#observed = observedReleases(history.filter((each) => each.revision <= revision.revision));
    this.#revision = revision.revision;
    this.#lastAutomaticRollback =
      history.findLast(({ action, isAutomatic }) => action === 'rollback' && isAutomatic)?.revision ?? 0;
    this.#generation += 1;
    this.#views.clear();
    this.#previews.clear();
    this.#logger.info(
      {
        revision: revision.revision,
        remotes: Object.fromEntries([...remotes].map(([name, { build }]) => [name, build.version])),
      },
      'the registry was read',
    );
    for (const listener of this.#listeners) listener();
  }

  /** The deployed shell if the remotes fit it, else the last usable one. */
  async #chooseShell(revision: RegistryRevision): Promise<ActiveShell> {
    const version = revision.active[shellPart]?.version;
    const { inForce } = this.#shell;
    if (version === undefined) return { inForce };
    const wanted = await this.#usable(shellPart, version, () => this.#options.shells.read(version));
    if (!wanted) return { inForce: inForce ?? (await this.#newestThatFits(revision)) };
    const found = await this.#misfitsOf(wanted.build, revision);
    if (found.length === 0) return { inForce: wanted };
    const chosen = inForce ?? (await this.#newestThatFits(revision)) ?? wanted;
    if (this.#shell.waiting !== version)
      this.#logger.error(
        { version, inForce: chosen.build.version, misfits: found },
        chosen === wanted
          ? 'active remotes are incompatible with the build of the shell, and there is no other build; their pages are not available'
          : 'active remotes are incompatible with the build of the shell; it waits, and the last usable one stays active',
      );
    return { inForce: chosen, waiting: version };
  }

  /** The newest deployed build that the remotes fit: the one that was active before a restart. */
  async #newestThatFits(revision: RegistryRevision): Promise<ShellOnDisk | undefined> {
    const versions = await this.#registry.goodVersions(shellPart);
    for (const version of versions.toReversed()) {
      const shell = await this.#options.shells.find(version);
      if (shell && (await this.#misfitsOf(shell.build, revision)).length === 0) return shell;
    }
    return undefined;
  }

  /** A canary of the shell is shown with every active remote, so each must fit it. */
  async #readShellCanary(
    { active }: RegistryRevision,
    builds: readonly RemoteBuild[],
  ): Promise<ActiveShell['canary']> {
    const canary = active[shellPart]?.canary;
    if (!canary) return undefined;
    const shell = await this.#usable(shellPart, canary.version, () =>
      this.#readFittingShell(canary.version, builds),
    );
    return shell && { shell, sharePercent: canary.sharePercent };
  }

  async #readFittingShell(version: string, builds: readonly RemoteBuild[]): Promise<ShellOnDisk> {
    const found = await this.#options.shells.read(version);
    const faults = builds.flatMap((build) => misfits(build, [], found.build));
    if (faults.length > 0) throw new RegistryRefusal(faults.join('; '));
    return found;
  }

  async #read(
    name: string,
    active: RegistryRevision['active'][string] | undefined,
    others: readonly RemoteBuild[],
    shell: ShellBuild | undefined,
  ): Promise<ActiveRemote | undefined> {
    if (!active) return undefined;
    const build = await this.#readFitting(name, active.version, others, shell);
    if (!build) {
      const before = this.#remotes.get(name);
      if (before) return before;
      const previous =
        active.previous === undefined
          ? undefined
          : await this.#readFitting(name, active.previous, others, shell);
      return previous && { build: previous, canary: undefined };
    }
    if (!active.canary) return { build, canary: undefined };
    const canary = await this.#readFitting(name, active.canary.version, others, shell);
    return { build, canary: canary && { build: canary, sharePercent: active.canary.sharePercent } };
  }

  /** Checked again, as a revision may have been written by hand or for another shell. */
  #readFitting(
    name: string,
    version: string,
    others: readonly RemoteBuild[],
    shell: ShellBuild | undefined,
  ): Promise<RemoteBuild | undefined> {
    return this.#usable(name, version, () => this.#readFittingBuild(name, version, others, shell));
  }

  async #readFittingBuild(
    name: string,
    version: string,
    others: readonly RemoteBuild[],
    shell: ShellBuild | undefined,
  ): Promise<RemoteBuild> {
    const build = await this.#registry.readBuild(name, version);
    const faults = await this.#registry.faultsOf(build, others, shell);
    if (faults.length > 0) throw new RegistryRefusal(faults.join('; '));
    return build;
  }

  /** Undefined when reading fails, which is logged and counted once. */
  async #usable<Build>(
    part: string,
    version: string,
    read: () => Promise<Build>,
  ): Promise<Build | undefined> {
    const key = `${part} ${version}`;
    try {
      const build = await read();
      this.#missing.delete(key);
      return build;
    } catch (error) {
      if (this.#missing.has(key)) return undefined;
      this.#missing.add(key);
      const reason = error instanceof RegistryRefusal ? 'misfit' : refusalReasonOf(error);
      this.#options.onRefused(reason);
      this.#logger.error(
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
  async #misfitsOf(shell: ShellBuild, { active }: RegistryRevision): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [name, { version }] of Object.entries(active)) {
      if (name === shellPart) continue;
      const builds = [await this.build(name, version), this.#remotes.get(name)?.build];
      const faults = builds.flatMap((build) => (build ? [misfits(build, [], shell)] : []));
      if (faults.length > 0 && faults.every(({ length }) => length > 0))
        found.push(`${name} ${version}: ${(faults[0] ?? []).join('; ')}`);
    }
    return found;
  }

  /** The build of any deployed version, active or not: open pages still load chunks of older ones. */
  async build(name: string, version: string): Promise<RemoteBuild | undefined> {
    try {
      return await this.#registry.readBuild(name, version);
    } catch {
      return undefined;
    }
  }

  /**
   * A sample visitor for each view of the public pages, starting without a canary. Their number is limited,
   * because every view is kept in memory.
   */
  visitorOfEachView(): Visitor[] {
    const byKey = new Map<string, Visitor>([['', { isAdmin: false }]]);
    const tries = this.hasCanary ? maxTries : 0;
    for (let index = 0; index < tries && byKey.size < maxViews; index += 1) {
      const visitor = { isAdmin: false, visitor: String(index) };
      const { key } = this.viewOf(visitor);
      if (!byKey.has(key)) byKey.set(key, visitor);
    }
    return [...byKey.values()];
  }

  /** The version of a part in the pages of this visitor. */
  versionFor(visitor: Visitor, part: string): string | undefined {
    const { shell, builds } = this.viewOf(visitor);
    if (part === shellPart) return shell?.build.version;
    return builds.find(({ declaration }) => declaration.name === part)?.version;
  }

  /** A version for one visitor. Rejects when it is unknown, not signed, or does not fit the active versions. */
  async preview(part: string, version: string): Promise<PreviewedVersion> {
    const key = `${part} ${version}`;
    const generation = this.#generation;
    const known = this.#previews.get(key);
    if (known) return known;
    const active = this.#remotes.get(part)?.build;
    const builds = [...this.#remotes.values()].map(({ build }) => build);
    const found =
      part === shellPart
        ? { shell: await this.#readFittingShell(version, builds) }
        : { build: await this.#readFittingBuild(part, version, builds, this.#shell.inForce?.build) };
    const isForAdmins = [active, found.build].some((build) => build && !mayUse(build, { isAdmin: false }));
    const preview = { part, version, ...found, isForAdmins };
    if (generation === this.#generation) this.#previews.set(key, preview);
    return preview;
  }

  /** Without canaries: the version was checked against the active ones. */
  #viewWith(preview: PreviewedVersion, visitor: Visitor): View {
    const chosen = new Map([...this.#remotes].map(([name, { build }]) => [name, build]));
    if (preview.build) chosen.set(preview.part, preview.build);
    const builds = [...chosen.values()].filter((build) => mayUse(build, visitor));
    return {
      key: `preview ${preview.part} ${preview.version}`,
      shell: preview.shell ?? this.#shell.inForce,
      builds,
      registry: makeRegistry(this.#revision, builds, visitor),
      preview,
    };
  }

  viewOf(visitor: Visitor): View {
    if (visitor.preview) return this.#viewWith(visitor.preview, visitor);
    const builds: RemoteBuild[] = [];
    let key = visitor.isAdmin ? 'admin' : '';
    const isChosen = (part: string, sharePercent: number) =>
      visitor.visitor !== undefined && isInCanary(visitor.visitor, part, sharePercent);
    const { inForce, canary: shellCanary } = this.#shell;
    const hasShellCanary = shellCanary !== undefined && isChosen(shellPart, shellCanary.sharePercent);
    if (hasShellCanary) key += `+${shellPart}`;
    for (const [name, { build, canary }] of this.#remotes) {
      const chosen = canary && isChosen(name, canary.sharePercent) ? canary.build : build;
      if (chosen !== build) key += `+${name}`;
      if (!mayUse(chosen, visitor)) continue;
      builds.push(chosen);
    }
    const known = this.#views.get(key);
    if (known) return known;
    const registry = makeRegistry(this.#revision, builds, visitor);
    const view: View = { key, shell: hasShellCanary ? shellCanary.shell : inForce, builds, registry };
    this.#views.set(key, view);
    return view;
  }
}
