import type { WorkItem, WorkKind, WorkOwner } from '@kinmel/contracts';
import { requestId } from './requests.ts';

/** A work item with fixed values. */
export function aWorkItem(changes: Partial<WorkItem> = {}): WorkItem {
  return {
    kind: 'order',
    id: requestId(0xa0d1),
    title: 'KM-7H2K-94QX',
    customer: 'Aarati',
    status: 'pending',
    createdAt: '2026-11-22T08:00:00.000Z',
    promisedAt: '2026-11-23T08:00:00.000Z',
    isLate: false,
    assignee: null,
    version: 0,
    ...changes,
  };
}

export const workAddress = (owner: WorkOwner, query = '') =>
  `/api/admin/services/${owner}/work?${query}limit=20`;

export const workAgeAddress = (owner: WorkOwner) => `/api/admin/services/${owner}/work/age`;

/** The answers of all services about their open work; none by default. */
export const workCounts = (
  counts: Partial<Record<WorkOwner, Partial<Record<WorkKind, readonly number[]>>>>,
): Record<string, object> =>
  Object.fromEntries(
    (['order', 'service-request', 'device'] as const).map((owner) => [
      workAgeAddress(owner),
      {
        success: true,
        data: Object.entries(counts[owner] ?? {}).map(([kind, ages]) => ({ kind, late: 0, counts: ages })),
      },
    ]),
  );
