import type { RegistryRevision } from '@kinmel/contracts';
import { shellPart } from './build-files.ts';

type Active = RegistryRevision['active'];

/** The change is not possible: there is no earlier version, or the part is not active. */
export class RegistryRefusal extends Error {
  override name = 'RegistryRefusal';
}

export type Change = { readonly part: string } & (
  | { readonly action: 'deploy'; readonly version: string }
  /** Without a version: the last good one (`goodVersions`). */
  | { readonly action: 'rollback'; readonly version?: string }
  /** A rollback ends it. */
  | { readonly action: 'canary'; readonly version: string; readonly sharePercent: number }
  | { readonly action: 'retire' }
);

/**
 * The versions of a part that were active and not rolled back since, oldest first; the last one is active. A rollback
 * removes a version, a new deployment adds it again.
 * @param history all readable revisions, oldest first
 */
export function goodVersions(history: readonly RegistryRevision[], part: string): readonly string[] {
  let good: readonly string[] = [];
  for (const { action, part: changed, active } of history) {
    if (changed !== part) continue;
    const version = active[part]?.version;
    if (version === undefined) good = [];
    else if (action === 'rollback') good = afterRollback(good, version);
    else good = afterDeploy(good, version);
  }
  return good;
}

const afterDeploy = (good: readonly string[], version: string) =>
  good.at(-1) === version ? good : [...good.filter((known) => known !== version), version];

/**
 * Removes the active version, and all between it and the wanted one. A rollback to the active one only ends a canary.
 */
function afterRollback(good: readonly string[], version: string): readonly string[] {
  const index = good.indexOf(version);
  return index === -1 ? [...good.slice(0, -1), version] : good.slice(0, index + 1);
}

const entryOf = (good: readonly string[]): Active[string] => {
  const [previous, version] = [good.at(-2), good.at(-1) ?? ''];
  return { version, ...(previous === undefined ? {} : { previous }) };
};

/** What is active after a change; throws RegistryRefusal when the change is not possible. Pure. */
export function nextActive(history: readonly RegistryRevision[], change: Change): Active {
  const active = history.at(-1)?.active ?? {};
  const { part } = change;
  const before = active[part];
  const good = goodVersions(history, part);
  switch (change.action) {
    case 'deploy':
      return { ...active, [part]: entryOf(afterDeploy(good, change.version)) };
    case 'rollback': {
      const version = change.version ?? good.at(-2);
      if (!before || !version) throw new RegistryRefusal(`${part} has no earlier version to go back to.`);
      return { ...active, [part]: entryOf(afterRollback(good, version)) };
    }
    case 'canary': {
      const { version, sharePercent } = change;
      if (!before) throw new RegistryRefusal(`${part} is not active: deploy it before a canary.`);
      if (!(sharePercent >= 1 && sharePercent <= 100))
        throw new RegistryRefusal(`${sharePercent} % is no share of the visitors: expected 1 to 100.`);
      return { ...active, [part]: { ...before, canary: { version, sharePercent } } };
    }
    case 'retire': {
      if (!before) throw new RegistryRefusal(`${part} is not active.`);
      if (part === shellPart) throw new RegistryRefusal('There is no shop without a shell.');
      const { [part]: _gone, ...others } = active;
      return others;
    }
  }
}
