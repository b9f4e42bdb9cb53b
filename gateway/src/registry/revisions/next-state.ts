import {
  allParts,
  type CanarySteps,
  type ChangeRecord,
  dayMs,
  type RegistryRevision,
} from '@kinmel/contracts';
import { shellPart } from '../versions/build-files.ts';

type Active = RegistryRevision['active'];
type ActivePart = Active[string];

/** The state of all parts of the installation, which a change replaces. */
export type RegistryState = Pick<RegistryRevision, 'active' | 'freezes'>;

/** The change is not possible: there is no earlier version, the part is not active, or it is frozen. */
export class RegistryRefusal extends Error {
  override name = 'RegistryRefusal';
}

export type Change = { readonly part: string } & (
  | { readonly action: 'deploy'; readonly version: string }
  /** Without a version: the last good one (`goodVersions`). */
  | { readonly action: 'rollback'; readonly version?: string }
  /** A rollback ends a canary. */
  | {
      readonly action: 'canary';
      readonly version: string;
      readonly sharePercent: number;
      readonly steps?: CanarySteps | undefined;
    }
  /** The next step of a canary. */
  | { readonly action: 'step' }
  | { readonly action: 'retire' }
  /** Freezes a part or all of them (`allParts`). */
  | { readonly action: 'freeze'; readonly until: string }
  | { readonly action: 'unfreeze' }
);

/** A change with who makes it, why, and when. */
export type RecordedChange = Change & ChangeRecord & { readonly at: string };

/** Number of automatic rollbacks within a day that freezes a part for a day. */
const automaticRollbacksToFreeze = 3;

/**
 * The versions of a part that were active and not rolled back since, oldest first; the last one is active. A rollback
 * removes a version, a new deployment adds it again.
 * @param history all readable revisions, oldest first
 */
export function goodVersions(history: readonly RegistryRevision[], part: string): readonly string[] {
  let good: readonly string[] = [];
  for (const { action, part: changedPart, active } of history) {
    if (changedPart !== part) continue;
    const version = active[part]?.version;
    if (version === undefined) good = [];
    else if (action === 'rollback') good = afterRollback(good, version);
    else good = afterDeploy(good, version);
  }
  return good;
}

const afterDeploy = (good: readonly string[], version: string) =>
  good.at(-1) === version ? good : [...good.filter((earlier) => earlier !== version), version];

/**
 * Removes the active version, and all between it and the requested one. A rollback to the active one only ends a
 * canary.
 */
function afterRollback(good: readonly string[], version: string): readonly string[] {
  const index = good.indexOf(version);
  return index === -1 ? [...good.slice(0, -1), version] : good.slice(0, index + 1);
}

/** The time of a version that all visitors have already stays the same. */
function entryOf(good: readonly string[], before: ActivePart | undefined, at: string): ActivePart {
  const [previous, version] = [good.at(-2), good.at(-1) ?? ''];
  const since = before?.version === version ? before.since : at;
  return { version, since, ...(previous === undefined ? {} : { previous }) };
}

/** The freeze of a part at that time, its own or that of all parts. */
export function freezeOf(
  { freezes }: RegistryState,
  part: string,
  at: string,
): RegistryState['freezes'][string] | undefined {
  return [freezes[allParts], freezes[part]].find((freeze) => freeze !== undefined && freeze.until > at);
}

function assertShares(sharePercent: number, steps: CanarySteps | undefined): void {
  let before = 0;
  for (const share of [sharePercent, ...(steps?.shares ?? [])]) {
    if (!(share >= 1 && share <= 100))
      throw new RegistryRefusal(`${share} % is no share of the visitors: expected 1 to 100.`);
    if (share <= before)
      throw new RegistryRefusal(`The shares of a canary must rise: ${share} after ${before}.`);
    before = share;
  }
}

function nextStep(part: string, before: ActivePart | undefined, good: readonly string[], at: string) {
  const canary = before?.canary;
  const [sharePercent, ...shares] = canary?.steps?.shares ?? [];
  if (!canary || sharePercent === undefined)
    throw new RegistryRefusal(`${part} has no canary with a further step.`);
  if (sharePercent === 100) return entryOf(afterDeploy(good, canary.version), before, at);
  const steps = shares.length === 0 ? undefined : { ...canary.steps, shares };
  return { ...before, canary: { ...canary, sharePercent, since: at, steps } };
}

/** Freezes a part for a day when this automatic rollback is the third within a day. */
function freezesAfterRollback(
  history: readonly RegistryRevision[],
  { part, at, isAutomatic, who }: RecordedChange,
): RegistryState['freezes'] {
  const freezes = history.at(-1)?.freezes ?? {};
  if (isAutomatic !== true) return freezes;
  const dayAgo = new Date(Date.parse(at) - dayMs).toISOString();
  const earlier = history.filter(
    (revision) =>
      revision.part === part &&
      revision.action === 'rollback' &&
      revision.isAutomatic === true &&
      revision.at > dayAgo,
  );
  if (earlier.length + 1 < automaticRollbacksToFreeze) return freezes;
  const until = new Date(Date.parse(at) + dayMs).toISOString();
  return {
    ...freezes,
    [part]: { until, who, why: `${earlier.length + 1} automatic rollbacks within a day` },
  };
}

/** The state after a change; throws RegistryRefusal when the change is not possible. Pure. */
export function nextState(history: readonly RegistryRevision[], change: RecordedChange): RegistryState {
  const { active, freezes }: RegistryState = history.at(-1) ?? { active: {}, freezes: {} };
  const { part, at, who, why, action } = change;
  const before = active[part];
  const good = goodVersions(history, part);
  if (!['rollback', 'freeze', 'unfreeze'].includes(action)) {
    const freeze = freezeOf({ active, freezes }, part, at);
    if (freeze)
      throw new RegistryRefusal(`${part} is frozen until ${freeze.until} by ${freeze.who}: ${freeze.why}`);
  }
  const withPart = (entry: ActivePart) => ({ active: { ...active, [part]: entry }, freezes });
  switch (change.action) {
    case 'deploy':
      return withPart(entryOf(afterDeploy(good, change.version), before, at));
    case 'rollback': {
      const version = change.version ?? good.at(-2);
      if (!before || !version) throw new RegistryRefusal(`${part} has no earlier version to go back to.`);
      // Any other version would go forward, also in a freeze and past the rules of a protected installation.
      if (!good.includes(version))
        throw new RegistryRefusal(
          `${part} cannot go back to ${version}: it was never active, or was rolled back. There are: ${good.join(', ')}.`,
        );
      return {
        ...withPart(entryOf(afterRollback(good, version), before, at)),
        freezes: freezesAfterRollback(history, change),
      };
    }
    case 'canary': {
      const { version, sharePercent, steps } = change;
      if (!before) throw new RegistryRefusal(`${part} is not active: deploy it before a canary.`);
      assertShares(sharePercent, steps);
      return withPart({ ...before, canary: { version, sharePercent, since: at, steps } });
    }
    case 'step':
      return withPart(nextStep(part, before, good, at));
    case 'retire': {
      if (!before) throw new RegistryRefusal(`${part} is not active.`);
      if (part === shellPart) throw new RegistryRefusal('There is no shop without a shell.');
      const { [part]: _retired, ...others } = active;
      return { active: others, freezes };
    }
    case 'freeze': {
      const { until } = change;
      if (!(until > at)) throw new RegistryRefusal(`${until} is in the past: a freeze ends later.`);
      return { active, freezes: { ...freezes, [part]: { until, who, why } } };
    }
    case 'unfreeze': {
      const { [part]: freeze, ...others } = freezes;
      if (!freeze) throw new RegistryRefusal(`${part} is not frozen.`);
      return { active, freezes: others };
    }
  }
}
