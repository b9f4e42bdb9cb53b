import type { RegistryRevision } from '@kinmel/contracts';

type Active = RegistryRevision['active'];

/** The change is not possible: there is no earlier version, or the remote is not active. */
export class RegistryRefusal extends Error {
  override name = 'RegistryRefusal';
}

export type Change = { readonly remote: string } & (
  | { readonly action: 'deploy'; readonly version: string }
  /** Without a version: the last good one (`goodVersions`). */
  | { readonly action: 'rollback'; readonly version?: string }
  /** `sharePercent` 0 ends the canary. */
  | { readonly action: 'canary'; readonly version: string; readonly sharePercent: number }
  | { readonly action: 'retire' }
);

/**
 * The versions of a remote that were active and not rolled back since, oldest first; the last one is active. A rollback
 * removes a version, a new deployment adds it again.
 * @param history all readable revisions, oldest first
 */
export function goodVersions(history: readonly RegistryRevision[], remote: string): readonly string[] {
  let good: readonly string[] = [];
  for (const { action, remote: changed, active } of history) {
    if (changed !== remote) continue;
    const version = active[remote]?.version;
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
  const { remote } = change;
  const before = active[remote];
  const good = goodVersions(history, remote);
  switch (change.action) {
    case 'deploy':
      return { ...active, [remote]: entryOf(afterDeploy(good, change.version)) };
    case 'rollback': {
      const version = change.version ?? good.at(-2);
      if (!before || !version) throw new RegistryRefusal(`${remote} has no earlier version to go back to.`);
      return { ...active, [remote]: entryOf(afterRollback(good, version)) };
    }
    case 'canary': {
      if (!before) throw new RegistryRefusal(`${remote} is not active: deploy it before a canary.`);
      const { canary: _ended, ...rest } = before;
      if (change.sharePercent <= 0) return { ...active, [remote]: rest };
      const canary = { version: change.version, sharePercent: change.sharePercent };
      return { ...active, [remote]: { ...rest, canary } };
    }
    case 'retire': {
      if (!before) throw new RegistryRefusal(`${remote} is not active.`);
      const { [remote]: _gone, ...others } = active;
      return others;
    }
  }
}
