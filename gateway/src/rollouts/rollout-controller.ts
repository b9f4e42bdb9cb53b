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
import { createVisitorCounts } from './visitor-counts.ts';

/** How often due steps of canaries are checked. Milliseconds. */
const intervalMs = 5000;

export type ChangeOutcome = 'done' | 'conflict' | 'failed';

export interface RolloutOptions {
  /** Opened with the private key of the installation; without it every change fails, which is logged. */
  readonly registry: PartRegistry;
  readonly remotes: ActiveRemotes;
  readonly budget: FailureBudget;
  readonly logger: Logger;
  readonly onChange: (part: string, action: 'rollback' | 'step', outcome: ChangeOutcome) => void;
}

interface DueChange {
  readonly change: Change & { readonly action: 'rollback' | 'step' };
  readonly why: string;
}

export type RolloutController = ReturnType<typeof createRolloutController>;

/**
 * Rolls back canaries and new versions that are over their failure budget, and takes the steps of canaries. Of several
 * gateways, each decides by the visitors that it has counted, and the registry's compare-and-set lets one of them write.
 */
export function createRolloutController({ registry, remotes, budget, logger, onChange }: RolloutOptions) {
  const counts = createVisitorCounts(failingPerNetwork(budget));
  let lastCheck: Promise<void> = Promise.resolve();
  /** A check that is queued but has not begun: it will see everything counted until it begins. */
  let queuedCheck: Promise<void> | undefined;
  /** Changes that failed; each is logged once. */
  const loggedFailures = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  remotes.onChange(() => counts.keepOnly(remotes.versions));

  /** Makes all changes that are due. Never rejects. */
  function check(): Promise<void> {
    // Checks run one at a time: concurrent ones would only conflict in the registry.
    queuedCheck ??= lastCheck
      .then(() => {
        queuedCheck = undefined;
        return makeDueChanges();
      })
      .catch((error: unknown) => {
        logger.error({ err: error }, 'the rollouts could not be checked');
      });
    lastCheck = queuedCheck;
    return queuedCheck;
  }

  async function makeDueChanges(): Promise<void> {
    const failedParts = new Set<string>();
    for (;;) {
      const history = await registry.history();
      const revision = history.at(-1);
      if (!revision) return;
      const observed = observedReleases(history).filter(({ until }) => until > Date.now());
      const nextChange = observed
        .map((release) => dueChange(release, revision))
        .find((each) => each !== undefined && !failedParts.has(each.change.part));
      if (!nextChange) return;
      if (!(await apply(nextChange, revision.revision))) failedParts.add(nextChange.change.part);
    }
  }

  const figuresOf = ({ part, version, base }: ObservedRelease) =>
    [counts.figuresOf(part, version), counts.figuresOf(part, base)] as const;

  const isOver = (release: ObservedRelease): boolean => isOverBudget(budget, ...figuresOf(release));

  function dueChange(release: ObservedRelease, revision: RegistryRevision): DueChange | undefined {
    const { part, version, base, isCanary } = release;
    const figures = figuresOf(release);
    const why = `${version}: ${comparison(...figures)}`;
    if (isOver(release)) return { change: { action: 'rollback', part, version: base }, why };
    const canary = isCanary ? revision.active[part]?.canary : undefined;
    const { everyMinutes, shares = [] } = canary?.steps ?? {};
    if (!canary || everyMinutes === undefined || shares.length === 0) return undefined;
    const isIntervalOver = Date.now() >= Date.parse(canary.since) + everyMinutes * 60_000;
    // No step before enough visitors have seen the canary, nor while the version before fails as well.
    const hasEnoughVisitors = figures[0].visitors >= budget.visitors;
    const isComparable = !isUnfitForComparison(budget, figures[1]);
    const isFrozen = freezeOf(revision, part, new Date().toISOString()) !== undefined;
    return isIntervalOver && hasEnoughVisitors && isComparable && !isFrozen
      ? { change: { action: 'step', part }, why }
      : undefined;
  }

  /** True when the registry has changed, by this change or a concurrent one. */
  async function apply({ change, why }: DueChange, expectedRevision: number): Promise<boolean> {
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
      if (!loggedFailures.has(key)) {
        onChange(part, action, 'failed');
        logger.error({ part, action, why, err: error }, 'a release could not be changed automatically');
      }
      loggedFailures.add(key);
      return false;
    }
  }

  return {
    counts,
    check,
    start(): void {
      timer = setInterval(() => void check(), intervalMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
    /** Counts a visitor who is sent a page, for each part with an observed release. Visitors of a preview are not counted. */
    countPage(visitor: Visitor): void {
      if (visitor.visitor === undefined || visitor.preview) return;
      for (const { part } of remotes.observed) {
        const version = remotes.versionFor(visitor, part);
        if (version !== undefined) counts.countPage(part, version, visitor.visitor);
      }
    },
    /** Counts a reported failure if the part has an observed release, and the version is the one of this visitor. */
    countFailure(visitor: Visitor, part: string, version: string, address: string): void {
      const release = remotes.observed.find((each) => each.part === part);
      if (visitor.visitor === undefined || visitor.preview || !release) return;
      if (remotes.versionFor(visitor, part) !== version) return;
      const isNew = counts.countFailure(part, version, visitor.visitor, address);
      if (isNew && isOver(release)) void check();
    },
  };
}
