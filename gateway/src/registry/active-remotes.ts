import type { Registry, RegistryRevision, RemoteBuild } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import { isInCanary } from './canary.ts';
import type { RemoteRegistry } from './open-registry.ts';
import { makeRegistry, mayUse, type Viewer } from './public-registry.ts';

/** Who is looking: decides which remotes there are and, in a canary, which version of them. */
export interface Visitor extends Viewer {
  /** The value of the visitor cookie; without it no canary is shown. */
  readonly visitor?: string | undefined;
}

/** What one kind of visitor gets. Two visitors with the same `key` get the same. */
export interface View {
  readonly key: string;
  readonly registry: Registry;
  readonly builds: readonly RemoteBuild[];
}

interface ActiveRemote {
  readonly build: RemoteBuild;
  readonly canary: { readonly build: RemoteBuild; readonly sharePercent: number } | undefined;
}

/**
 * The remotes in force as the gateway serves them, in memory. A revision or a version folder that cannot be used
 * never takes anything down: that remote stays as it was before, and it is said in the log.
 */
export class ActiveRemotes {
  readonly #registry: RemoteRegistry;
  readonly #logger: Logger;
  readonly #listeners = new Set<() => void>();
  readonly #views = new Map<string, View>();
  #revision = 0;
  #remotes = new Map<string, ActiveRemote>();
  #refreshing: Promise<void> = Promise.resolve();
  #stop: () => void = () => undefined;

  constructor(registry: RemoteRegistry, logger: Logger) {
    this.#registry = registry;
    this.#logger = logger;
  }

  /** Reads what is in force and follows every deployment from then on. */
  async start(): Promise<void> {
    await this.refresh();
    this.#stop = this.#registry.watch(() => {
      this.refresh().catch((error: unknown) =>
        this.#logger.error({ err: error }, 'the registry cannot be read'),
      );
    });
  }

  stop(): void {
    this.#stop();
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
    // One after the other: two reads at once could end in the older one.
    this.#refreshing = this.#refreshing.catch(() => undefined).then(() => this.#refresh());
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const revision = await this.#registry.current();
    if (!revision || revision.revision === this.#revision) return;
    const remotes = new Map<string, ActiveRemote>();
    for (const [name, active] of Object.entries(revision.active)) {
      const remote = await this.#read(name, active);
      if (remote) remotes.set(name, remote);
    }
    this.#remotes = remotes;
    this.#revision = revision.revision;
    this.#views.clear();
    this.#logger.info(
      {
        revision: revision.revision,
        remotes: Object.fromEntries([...remotes].map(([name, { build }]) => [name, build.version])),
      },
      'the registry is in force',
    );
    for (const listener of this.#listeners) listener();
  }

  async #read(name: string, active: RegistryRevision['active'][string]): Promise<ActiveRemote | undefined> {
    const build = await this.#readBuild(name, active.version);
    if (!build) {
      const before = this.#remotes.get(name);
      if (before) return before;
      const previous =
        active.previous === undefined ? undefined : await this.#readBuild(name, active.previous);
      return previous && { build: previous, canary: undefined };
    }
    if (!active.canary) return { build, canary: undefined };
    const canary = await this.#readBuild(name, active.canary.version);
    return { build, canary: canary && { build: canary, sharePercent: active.canary.sharePercent } };
  }

  async #readBuild(name: string, version: string): Promise<RemoteBuild | undefined> {
    try {
      return await this.#registry.readBuild(name, version);
    } catch (error) {
      this.#logger.error(
        { remote: name, version, err: error },
        'a version that should be active cannot be used; the last good one stays',
      );
      return undefined;
    }
  }

  /** The build of any version that was deployed, active or not: open pages still load chunks of older ones. */
  async build(name: string, version: string): Promise<RemoteBuild | undefined> {
    try {
      return await this.#registry.readBuild(name, version);
    } catch {
      return undefined;
    }
  }

  viewOf(visitor: Visitor): View {
    const builds: RemoteBuild[] = [];
    let key = visitor.isAdmin ? 'admin' : visitor.isSignedIn ? 'customer' : '';
    for (const [name, { build, canary }] of this.#remotes) {
      const chosen =
        canary && visitor.visitor !== undefined && isInCanary(visitor.visitor, name, canary.sharePercent)
          ? canary.build
          : build;
      if (!mayUse(chosen, visitor)) continue;
      if (chosen !== build) key += `+${name}`;
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
