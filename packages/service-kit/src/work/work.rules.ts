import { type WorkItem, workAgeDays } from '@kinmel/contracts';
import { ProblemError } from '../http/problem-error.ts';
import type { ShopCalendar } from '../time/shop-calendar.ts';
import { beginningOf, dayBefore } from '../time/shop-days.ts';

/** The assignee of a record; `personId` is null after it was released. */
export interface Assignment {
  readonly personId: string | null;
  /** The name at the time of the assignment; empty when unknown. */
  readonly name: string;
  readonly at: Date;
  /** Incremented by each change of the assignment. */
  readonly version: number;
}

/** A stored record of the queue. */
export interface StoredWork extends Pick<WorkItem, 'kind' | 'id' | 'title' | 'status'> {
  /** The full name; answers contain only the first name. */
  readonly customerName: string;
  readonly createdAt: Date;
  readonly promisedAt: Date;
  readonly assignment: Assignment | undefined;
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** A record as staff see it. */
export function workItem(record: StoredWork, viewer: string, now: Date): WorkItem {
  const { kind, id, title, status, customerName, createdAt, promisedAt, assignment } = record;
  return {
    kind,
    id,
    title,
    customer: firstName(customerName),
    status,
    createdAt: createdAt.toISOString(),
    promisedAt: promisedAt.toISOString(),
    isLate: promisedAt <= now,
    assignee:
      assignment === undefined || assignment.personId === null
        ? null
        : {
            personId: assignment.personId,
            name: assignment.name,
            isYou: assignment.personId === viewer,
            takenAt: assignment.at.toISOString(),
          },
    version: assignment?.version ?? 0,
  };
}

/** The position of the end of a page. */
export interface WorkCursor {
  readonly promisedAt: Date;
  readonly id: string;
}

export const cursorOf = ({ promisedAt, id }: WorkCursor): string => `${promisedAt.toISOString()}_${id}`;

/** The contract has validated the cursor. */
export function readCursor(cursor: string): WorkCursor {
  const [moment = '', id = ''] = cursor.split('_');
  return { promisedAt: new Date(moment), id };
}

/** The start of each of `workAgeDays`, newest first. */
export function ageBoundaries(now: Date, { dayOf }: Pick<ShopCalendar, 'dayOf'>): Date[] {
  return workAgeDays.slice(1).map((days) => {
    let day = dayOf(now);
    for (let remaining = days - 1; remaining > 0; remaining -= 1) day = dayBefore(day);
    return beginningOf(day, dayOf);
  });
}

/** The requested assignment and the version that staff saw. */
export interface AssignmentChange {
  readonly personId: string;
  readonly name: string;
  readonly takes: boolean;
  readonly version: number;
  readonly now: Date;
}

/**
 * ORD-W2: the assignment after a change; undefined when nothing changes. Only unassigned records can be taken, and the
 * seen version must be current. Any staff member may release a record.
 */
export function nextAssignment(
  current: Assignment | undefined,
  { personId, name, takes, version, now }: AssignmentChange,
): Assignment | undefined {
  const holder = current?.personId ?? null;
  if (holder === (takes ? personId : null)) return undefined;
  const currentVersion = current?.version ?? 0;
  if (version !== currentVersion || (takes && holder !== null))
    throw new ProblemError(
      'version-conflict',
      takes && holder !== null
        ? 'Somebody else has taken this meanwhile.'
        : 'Somebody has taken this or given it back meanwhile. Please look at it again.',
      [{ path: 'version', message: String(currentVersion) }],
    );
  return { personId: takes ? personId : null, name: takes ? name : '', at: now, version: currentVersion + 1 };
}
