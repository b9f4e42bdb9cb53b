import { type QueryOf, type WorkItem, type WorkKind, type WorkOwner, work } from '@kinmel/contracts';
import { auditEntry, type StaffCall } from '../audit/audit-entry.ts';
import { ProblemError } from '../http/problem-error.ts';
import { type ContentOf, type Route, route } from '../http/route.ts';
import { changeRecord } from '../mongo/change-record.ts';
import type { ShopCalendar } from '../time/shop-calendar.ts';
import {
  type AssignmentChange,
  ageBoundaries,
  cursorOf,
  nextAssignment,
  readCursor,
  workItem,
} from './work.rules.ts';
import type { WorkStore } from './work.store.ts';

export interface WorkContext {
  readonly work: WorkStore;
  readonly calendar: Pick<ShopCalendar, 'dayOf'>;
  readonly now: () => Date;
}

/** The routes of the work queue, for each owner. */
export function workRoutes(owner: WorkOwner, context: WorkContext): Route[] {
  // The contracts of owners differ only in their kinds.
  const { list, age, assign } = work[owner] as (typeof work)['service-request'];
  return [
    route(list, ({ query, identity }) => listWork(context, query, identity.userId)),
    route(age, async () => {
      const now = context.now();
      const ages = await context.work.ages(ageBoundaries(now, context.calendar), now);
      return ages;
    }),
    route(assign, ({ params, body, identity, staff }) =>
      assignWork(
        context,
        params,
        {
          personId: identity.userId,
          name: identity.name ?? '',
          takes: body.assignee === 'me',
          version: body.version,
        },
        staff,
      ),
    ),
  ];
}

/** ORD-W1: a page of the queue by deadline. */
async function listWork(
  { work: store, now }: WorkContext,
  { mine, kind, cursor, limit }: QueryOf<(typeof work)['service-request']['list']>,
  viewer: string,
): Promise<ContentOf<(typeof work)['service-request']['list']>> {
  // Reads one extra record to detect a next page.
  const documents = await store.list({
    personId: mine ? viewer : undefined,
    kind,
    after: cursor === undefined ? undefined : readCursor(cursor),
    limit: limit + 1,
  });
  const page = documents.slice(0, limit);
  const last = page.at(-1);
  const moment = now();
  return {
    data: page.map((record) => workItem(record, viewer, moment)),
    next: documents.length > limit && last ? cursorOf(last) : null,
  };
}

/** ORD-W2: assigns a record or releases it, with a conditional write. */
async function assignWork(
  { work: store, now }: WorkContext,
  { kind, id }: { readonly kind: WorkKind; readonly id: string },
  change: Omit<AssignmentChange, 'now'>,
  staffCall: StaffCall | undefined,
): Promise<WorkItem> {
  const moment = now();
  const { before, decision: assignment } = await changeRecord({
    async read() {
      const record = await store.find(kind, id);
      if (record) return record;
      throw new ProblemError('not-found', 'This does not wait for anybody any more.');
    },
    decide: ({ assignment: current }) => nextAssignment(current, { ...change, now: moment }),
    save(record, next) {
      const entry = auditEntry(
        staffCall,
        { kind, id },
        {
          before: { assignee: record.assignment?.personId },
          after: { assignee: next.personId },
          shownFields: 'all',
        },
      );
      return store.assign(kind, id, record.assignment?.version ?? 0, next, entry);
    },
    busy: () => new ProblemError('version-conflict', 'Others are taking this right now. Please try again.'),
  });
  return workItem(assignment ? { ...before, assignment } : before, change.personId, moment);
}
