import type { Registry, RegistryRevision, RemoteBuild, ShellBuild } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import { isInCanary } from './canary.ts';
import { misfits } from './fit.ts';
import type { RemoteRegistry } from './open-registry.ts';
import { makeRegistry, mayUse, type Viewer } from './public-registry.ts';

/** Bounds the views that are prerendered: two canaries have four. */
const maxViews = 4;
/** Maximum number of cookie values to try until each view is found; enough for a canary of one percent. */
const maxTries = 1000;

/** Determines which remotes a visitor gets and, in a canary, which version of them. */
export interface Visitor extends Viewer {
  /** The visitor cookie; without it no canary is shown. */
  readonly visitor?: string | undefined;
}

/** The remotes for one kind of visitor. Equal keys mean equal views. */
export interface View {
  readonly key: string;
  readonly registry: Registry;
  readonly builds: readonly RemoteBuild[];
}

interface ActiveRemote {
  readonly build: RemoteBuild;
  readonly canary: { readonly build: RemoteBuild; readonly sharePercent: number } | undefined;
}

/** The active builds, canaries included. */
const buildsOf = (remotes: ReadonlyMap<string, ActiveRemote>): readonly RemoteBuild[] =>
  [...remotes.values()].flatMap(({ build, canary }) => (canary ? [build, canary.build] : [build]));

/** How often the registry folder is read, and a version that could not be read is tried again. Milliseconds. */
const pollMs = 250;

/**
 * The active remotes in memory. A revision or version that cannot be used changes nothing: that remote stays as it was,
 * an error is logged, and the version is retried.
 */
export class ActiveRemotes {
  readonly #registry: RemoteRegistry;
  readonly #logger: Logger;
  readonly #shellInForce: () => ShellBuild | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #views = new Map<string, View>();
  #revision = 0;
  /** The shell that the active remotes were checked against. */
  #comparedWith: ShellBuild | undefined;
  #remotes = new Map<string, ActiveRemote>();
  #refreshing: Promise<void> = Promise.resolve();
  /** Unusable versions of the current revision; each is logged once. */
  readonly #missing = new Set<string>();
  #isReadable = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(registry: RemoteRegistry, logger: Logger, shellInForce: () => ShellBuild | undefined) {
    this.#registry = registry;
    this.#logger = logger;
    this.#shellInForce = shellInForce;
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

  get hasCanary(): boolean {
    for (const { canary } of this.#remotes.values()) if (canary) return true;
    return false;
  }

  refresh(): Promise<void> {
    // Sequential, so that the older of two concurrent reads cannot win.
    this.#refreshing = this.#refreshing.catch(() => undefined).then(() => this.#refresh());
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const revision = await this.#registry.current();
    if (!revision) return;
    const shell = this.#shellInForce();
    const isNew = revision.revision !== this.#revision || shell !== this.#comparedWith;
    if (!isNew && this.#missing.size === 0) return;
    const missingBefore = this.#missing.size;
    if (isNew) this.#missing.clear();
    const remotes = new Map<string, ActiveRemote>();
    // The remote that this revision changed is checked last, against the others.
    const names = Object.keys(revision.active).toSorted(
      (one, other) => Number(one === revision.remote) - Number(other === revision.remote),
    );
    for (const name of names) {
      const remote = await this.#read(name, revision.active[name], buildsOf(remotes), shell);
      if (remote) remotes.set(name, remote);
    }
    if (!isNew && this.#missing.size === missingBefore) return;
    this.#remotes = new Map(
      Object.keys(revision.active).flatMap((name) => {
        const remote = remotes.get(name);
        return remote ? [[name, remote]] : [];
      }),
    );
    this.#revision = revision.revision;
    this.#comparedWith = shell;
    this.#views.clear();
    this.#logger.info(
      {
        revision: revision.revision,
        remotes: Object.fromEntries([...remotes].map(([name, { build }]) => [name, build.version])),
      },
      'the registry was read',
    );
    for (const listener of this.#listeners) listener();
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
  async #readFitting(
    name: string,
    version: string,
    others: readonly RemoteBuild[],
    shell: ShellBuild | undefined,
  ): Promise<RemoteBuild | undefined> {
    const key = `${name} ${version}`;
    try {
      const build = await this.#registry.readBuild(name, version);
      const faults = await this.#registry.faultsOf(build, others, shell);
      if (faults.length > 0) throw new Error(faults.join('; '));
      this.#missing.delete(key);
      return build;
    } catch (error) {
      if (this.#missing.has(key)) return undefined;
      this.#missing.add(key);
      this.#logger.error(
        { remote: name, version, err: error },
        'a version that should be active is not usable; the last usable one stays active',
      );
      return undefined;
    }
  }

  /**
   * Why a shell cannot be activated: the remotes of which neither the deployed nor the active version is
   * compatible with it. Empty when it can. A remote that cannot be read does not block it.
   */
  async misfitsOf(shell: ShellBuild): Promise<readonly string[]> {
    const { active = {} } = (await this.#registry.current()) ?? {};
    const found: string[] = [];
    for (const [name, { version }] of Object.entries(active)) {
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

  viewOf(visitor: Visitor): View {
    const builds: RemoteBuild[] = [];
    let key = visitor.isAdmin ? 'admin' : '';
    for (const [name, { build, canary }] of this.#remotes) {
      const chosen =
        canary && visitor.visitor !== undefined && isInCanary(visitor.visitor, name, canary.sharePercent)
          ? canary.build
          : build;
      if (chosen !== build) key += `+${name}`;
      if (!mayUse(chosen, visitor)) continue;
      builds.push(chosen);
    }
    const known = this.#views.get(key);
    if (known) return known;
    const registry = makeRegistry(this.#revision, builds, visitor);
    const view: View = { key, builds, registry };
    this.#views.set(key, view);
    return view;
  }
}
