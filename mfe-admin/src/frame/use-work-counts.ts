import type { WorkOwner } from '@kinmel/contracts';
import { adminApi } from '../admin-api.ts';
import { useEachOwner } from '../lists/owners/use-each-owner.ts';
import { useIsVisible } from './use-is-visible.ts';
import { useRights } from './use-rights.ts';

const owners: readonly WorkOwner[] = ['order', 'service-request', 'device'];

/** Counts may be a minute old, so that moving between pages does not request them again. */
export const countsAgeS = 60;

/**
 * The open work by kind, for the links of the frame. The kinds of a failed service have no count, and the total (`all`)
 * is left out then, because a partial total would be wrong.
 */
export function useWorkCounts(): ReadonlyMap<string, number> {
  const skip = !useRights()('work.see');
  const pollingInterval = useIsVisible() ? countsAgeS * 1000 : 0;
  const answers = useEachOwner(owners, (owner) =>
    adminApi.useGetWorkAgeQuery(owner, { skip, pollingInterval, refetchOnMountOrArgChange: countsAgeS }),
  );
  const pages = owners.map((owner) => (answers[owner].isError ? undefined : answers[owner].currentData));
  const counts = new Map(
    pages
      .flatMap((page) => page ?? [])
      .map((age) => [age.kind, age.counts.reduce((sum, count) => sum + count, 0)] as const),
  );
  if (pages.every((page) => page !== undefined))
    counts.set(
      'all',
      [...counts.values()].reduce((sum, count) => sum + count, 0),
    );
  return counts;
}
