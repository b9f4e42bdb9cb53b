import { shopDays } from '../time/shop-days.ts';
import {
  ageBoundaries,
  cursorOf,
  nextAssignment,
  readCursor,
  type StoredWork,
  workItem,
} from './work.rules.ts';

const now = new Date('2026-11-23T06:00:00.000Z');
const record: StoredWork = {
  kind: 'phone-order',
  id: '65'.repeat(12),
  title: '2 × iPhone 15 Pro, 256 GB, Black',
  status: 'pending',
  customerName: 'Chandra Bahadur Thapa',
  createdAt: new Date('2026-11-22T05:00:00.000Z'),
  promisedAt: new Date('2026-11-23T05:00:00.000Z'),
  assignment: undefined,
};
const firstAssignment = { personId: 'admin-1', name: 'Bikash', at: now, version: 1 };

it('shows only the first name of a customer (ORD-W3)', () => {
  const item = workItem(record, 'admin-1', now);
  expect(item.customer).toBe('Chandra');
  expect(JSON.stringify(item)).not.toContain('Thapa');
});

it('is late from its deadline on (ORD-W1)', () => {
  expect(workItem(record, 'admin-1', record.promisedAt).isLate).toBe(true);
  expect(workItem(record, 'admin-1', new Date(record.promisedAt.getTime() - 1)).isLate).toBe(false);
});

it('shows the assignee, and whether that is the viewer (ORD-W2)', () => {
  expect(workItem({ ...record, assignment: firstAssignment }, 'admin-1', now)).toMatchObject({
    assignee: { personId: 'admin-1', name: 'Bikash', isYou: true, takenAt: now.toISOString() },
    version: 1,
  });
  expect(workItem({ ...record, assignment: firstAssignment }, 'admin-2', now).assignee?.isYou).toBe(false);
  const released = { ...firstAssignment, personId: null, name: '', version: 2 };
  expect(workItem({ ...record, assignment: released }, 'admin-1', now)).toMatchObject({
    assignee: null,
    version: 2,
  });
});

describe('an assignment (ORD-W2)', () => {
  const take = { personId: 'admin-1', name: 'Bikash', takes: true, version: 0, now };
  const giveBack = { ...take, takes: false, version: 1 };

  it('of an unassigned record stores person and time', () => {
    expect(nextAssignment(undefined, take)).toEqual(firstAssignment);
  });

  it('is refused when another person was faster, and for an old version', () => {
    const other = { ...take, personId: 'admin-2' };
    expect(() => nextAssignment(firstAssignment, other)).toThrow('Somebody else has taken this meanwhile.');
    expect(() => nextAssignment(firstAssignment, { ...other, version: 1 })).toThrow(
      'Somebody else has taken this meanwhile.',
    );
    const free = { personId: null, name: '', at: now, version: 2 };
    expect(() => nextAssignment(free, take)).toThrow(/look at it again/);
    expect(() => nextAssignment({ ...firstAssignment, version: 3 }, giveBack)).toThrow(/look at it again/);
  });

  it('that changes nothing succeeds for any seen version', () => {
    expect(nextAssignment(firstAssignment, take)).toBeUndefined();
    expect(nextAssignment(undefined, { ...giveBack, version: 0 })).toBeUndefined();
  });

  it('can be given back by any member of staff', () => {
    expect(nextAssignment(firstAssignment, { ...giveBack, personId: 'admin-2' })).toEqual({
      personId: null,
      name: '',
      at: now,
      version: 2,
    });
  });
});

it('cursors round-trip', () => {
  expect(readCursor(cursorOf(record))).toEqual({ promisedAt: record.promisedAt, id: record.id });
});

it('ages are counted in days of shop time (CONF-55)', () => {
  const calendar = { dayOf: shopDays('Asia/Kathmandu') };
  expect(ageBoundaries(now, calendar).map((moment) => moment.toISOString())).toEqual([
    '2026-11-22T18:15:00.000Z',
    '2026-11-21T18:15:00.000Z',
    '2026-11-19T18:15:00.000Z',
    '2026-11-15T18:15:00.000Z',
  ]);
});
