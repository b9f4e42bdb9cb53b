import { reminderTime } from './reminder.rules.ts';

const startsAt = new Date('2026-11-24T03:45:00Z');
const now = new Date('2026-11-20T10:00:00Z');

it('a reminder is due a day before its repair (NOT-M13)', () => {
  expect(reminderTime(startsAt, 'pending', now)).toEqual(new Date('2026-11-23T03:45:00Z'));
  expect(reminderTime(startsAt, 'confirmed', now)).toEqual(new Date('2026-11-23T03:45:00Z'));
});

it.each([
  ['of a repair that was booked within its last day', 'pending', new Date('2026-11-23T03:45:00Z')],
  ['of a repair in progress', 'in-repair', now],
  ['of a repair that is done', 'done', now],
  ['of a repair that was cancelled', 'cancelled', now],
] as const)('there is no reminder %s (NOT-M13)', (_what, status, at) => {
  expect(reminderTime(startsAt, status, at)).toBeUndefined();
});
