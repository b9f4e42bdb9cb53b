import type { RegistryRevision } from '@kinmel/contracts';

/** How long a version is observed after all visitors got it. Milliseconds. */
export const observationMs = 3_600_000;

/** A version that may be rolled back automatically. */
export interface ObservedRelease {
  readonly part: string;
  readonly version: string;
  /** The version that it is compared with, and that a rollback leads to. */
  readonly base: string;
  readonly isCanary: boolean;
  readonly until: number;
}

/**
 * Canaries, and versions in their first hour that have one before them. A version that a rollback brought back is not
 * new: otherwise one bad version, or forged reports, could lead back through all versions. Pure.
 * @param history all trusted revisions, oldest first
 */
export function observedReleases(history: readonly RegistryRevision[]): ObservedRelease[] {
  const active = history.at(-1)?.active ?? {};
  return Object.entries(active).flatMap(([part, { version, since, previous, canary }]): ObservedRelease[] => {
    if (canary)
      return [
        { part, version: canary.version, base: version, isCanary: true, until: Number.POSITIVE_INFINITY },
      ];
    const isDeployed = history.some(
      (revision) => revision.part === part && revision.at === since && revision.action !== 'rollback',
    );
    if (previous === undefined || !isDeployed) return [];
    return [{ part, version, base: previous, isCanary: false, until: Date.parse(since) + observationMs }];
  });
}
