import { hostname } from 'node:os';
import type { RegistryRevision } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import type { ActiveRemotes, Visitor } from '../registry/active-remotes.ts';
import { type PartRegistry, RegistryConflict } from '../registry/open-registry.ts';
import { type Change, freezeOf } from '../registry/revisions/next-state.ts';
import { type ObservedRelease, observedReleases } from '../registry/revisions/observed-releases.ts';
import {
  comparison,
  type FailureBudget,
  failingPerNetwork,
  isOverBudget,
  isUnfitForComparison,
} from './failure-budget.ts';
import { VisitorCounts } from './visitor-counts.ts';

/** How often steps of canaries are looked for. Milliseconds. */
const intervalMs = 5000;

export type ChangeOutcome = 'done' | 'conflict' | 'failed';

export interface RolloutOptions {
  /** With the private key of the installation; without it every change fails, which is logged. */
  readonly registry: PartRegistry;
  readonly remotes: ActiveRemotes;
  readonly budget: FailureBudget;
  readonly logger: Logger;
  readonly onChange: (part: string, action: 'rollback' | 'step', outcome: ChangeOutcome) => void;
  readonly now: () => number;
}

interface DueChange {
  readonly change: Change & { readonly action: 'rollback' | 'step' };
  readonly why: string;
}

/**
 * Rolls back canaries and new versions that are over their failure budget, and takes the steps of canaries. Of several
 * gateways, each decides by the visitors that it has counted, and the registry's compare-and-set lets one of them write.
 */
export class RolloutController {
  readonly counts: VisitorCounts;
  readonly #options: RolloutOptions;
  #checking: Promise<void> = Promise.resolve();
  /** The check that has not begun, which sees all that has been counted until then. */
  #next: Promise<void> | undefined;
  /** Changes that failed; each is logged once. */
  readonly #failed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RolloutOptions) {
    this.#options = options;
    this.counts = new VisitorCounts(failingPerNetwork(options.budget));
    options.remotes.onChange(() => this.counts.keepOnly(options.remotes.versions));
  }

  start(): void {
    this.#timer = setInterval(() => void this.check(), intervalMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Counts a visitor who is sent a page, for each part with an observed release. Visitors of a preview are not counted. */
  countPage(visitor: Visitor): void {
    const { remotes } = this.#options;
    if (visitor.visitor === undefined || visitor.preview) return;
    for (const { part } of remotes.observed) {
      const version = remotes.versionFor(visitor, part);
      if (version !== undefined) this.counts.countPage(part, version, visitor.visitor);
    }
  }

  /** Counts a reported failure if the part has an observed release, and the version is the one of this visitor. */
  countFailure(visitor: Visitor, part: string, version: string, address: string): void {
    const { remotes } = this.#options;
    const release = remotes.observed.find((each) => each.part === part);
    if (visitor.visitor === undefined || visitor.preview || !release) return;
    if (remotes.versionFor(visitor, part) !== version) return;
    const isNew = this.counts.countFailure(part, version, visitor.visitor, address);
    if (isNew && this.#isOver(release)) void this.check();
  }

  /** Makes all changes that are due. Never rejects. */
  check(): Promise<void> {
    // Sequential: a second check would only meet the conflicts of the first.
    this.#next ??= this.#checking
      .then(() => {
        this.#next = undefined;
        return this.#check();
      })
      .catch((error: unknown) => {
        this.#options.logger.error({ err: error }, 'the rollouts could not be checked');
      });
    this.#checking = this.#next;
    return this.#next;
  }

  async #check(): Promise<void> {
    const { registry, now } = this.#options;
    const tried = new Set<string>();
    for (;;) {
      const history = await registry.history();
      const revision = history.at(-1);
      if (!revision) return;
      const observed = observedReleases(history).filter(({ until }) => until > now());
      const due = observed
        .map((release) => this.#dueChange(release, revision))
        .find((each) => each !== undefined && !tried.has(each.change.part));
      if (!due) return;
      if (!(await this.#apply(due, revision.revision))) tried.add(due.change.part);
    }
  }

  #figuresOf({ part, version, base }: ObservedRelease) {
    return [this.counts.figuresOf(part, version), this.counts.figuresOf(part, base)] as const;
  }

  #isOver(release: ObservedRelease): boolean {
    return isOverBudget(this.#options.budget, ...this.#figuresOf(release));
  }

  #dueChange(release: ObservedRelease, revision: RegistryRevision): DueChange | undefined {
    const { part, version, base, isCanary } = release;
    const figures = this.#figuresOf(release);
    const why = `${version}: ${comparison(...figures)}`;
    if (this.#isOver(release)) return { change: { action: 'rollback', part, version: base }, why };
    const canary = isCanary ? revision.active[part]?.canary : undefined;
    const { everyMinutes, shares = [] } = canary?.steps ?? {};
    if (!canary || everyMinutes === undefined || shares.length === 0) return undefined;
    const now = this.#options.now();
    const isTime = now >= Date.parse(canary.since) + everyMinutes * 60_000;
    // No step before enough visitors have seen the canary, nor while the version before fails as well.
    const isSeen = figures[0].visitors >= this.#options.budget.visitors;
    const isComparable = !isUnfitForComparison(this.#options.budget, figures[1]);
    const isFrozen = freezeOf(revision, part, new Date(now).toISOString()) !== undefined;
    return isTime && isSeen && isComparable && !isFrozen
      ? { change: { action: 'step', part }, why }
      : undefined;
  }

  /** True when the registry has changed, by this change or a concurrent one. */
  async #apply({ change, why }: DueChange, expectedRevision: number): Promise<boolean> {
    const { registry, remotes, logger, onChange } = this.#options;
    const { part, action } = change;
    const key = `${part} ${action} ${expectedRevision}`;
    try {
      const record = { who: 'gateway', why, from: { host: hostname() }, isAutomatic: true } as const;
      const { revision } = await registry.activate({ ...change, ...record, expectedRevision });
      logger.warn({ part, action, revision, why }, 'a release was changed automatically');
      onChange(part, action, 'done');
      await remotes.refresh();
      return true;
    } catch (error) {
      if (error instanceof RegistryConflict) {
        onChange(part, action, 'conflict');
        return true;
      }
      if (!this.#failed.has(key)) {
        onChange(part, action, 'failed');
        logger.error({ part, action, why, err: error }, 'a release could not be changed automatically');
      }
      this.#failed.add(key);
      return false;
    }
  }
}
