import { auditedCallsOf } from '@kinmel/testing';
import request from 'supertest';
import { anEvent, person } from './testing/event-builder.ts';
import { mailPausesMs, notificationForEachTest, type TestNotification } from './testing/test-notification.ts';

let notification: TestNotification;
notificationForEachTest((started) => {
  notification = started;
});

const call = (method: 'get' | 'post', path: string) =>
  request(notification.app)
    [method](path)
    .set({ Authorization: `Bearer ${notification.tokens.admin()}`, 'X-Request-Id': 'request-of-a-test' });

const unreadable = (type: string) => ({
  eventId: 'e'.repeat(24),
  type,
  version: 1,
  aggregateId: 'record-1',
  aggregateVersion: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { nonsense: true },
});

const shown = (field: string, before: unknown, after: unknown) => ({
  field,
  before,
  after,
  isPersonal: false,
});

interface Left {
  readonly record: object;
  readonly changes?: unknown;
  readonly note?: string;
}

const calls: Readonly<Record<string, () => Promise<Left>>> = {
  async retryMail() {
    await notification.mailServer.goAway();
    await notification.bus.publish(anEvent.passwordChanged());
    for (const pause of [...mailPausesMs, 0]) {
      await notification.settle();
      notification.pass(pause);
    }
    const { data } = (await call('get', '/api/admin/mails?state=failed')).body;
    await call('post', `/api/admin/mails/${data[0].mailId}/retry`).expect(200);
    return { record: { kind: 'mail', id: data[0].mailId }, changes: [shown('state', 'failed', 'waiting')] };
  },
  async replayNotificationParkedMessages() {
    await notification.bus.publish(unreadable('order.placed'));
    await notification.settle();
    await call('post', '/api/admin/services/notification/parked-messages/replay').send({}).expect(200);
    return { record: { kind: 'parked-message', id: null } };
  },
  async exportNotificationAuditEntries() {
    await call('get', '/api/admin/services/notification/audit/export').expect(200);
    return { record: { kind: 'audit-entry', id: null } };
  },
};

it('every call of the contracts by which staff change something is made below: one without an entry fails (M14)', () => {
  expect(Object.keys(calls).toSorted()).toEqual(auditedCallsOf('notification'));
});

it.each(Object.keys(calls))(
  '%s leaves who did it, what was before and after, the note and the request, and nothing about the customer',
  async (action) => {
    const { record, changes = expect.anything(), note = '' } = (await calls[action]?.()) ?? { record: {} };
    const { data } = (await call('get', '/api/admin/services/notification/audit')).body;
    expect(data).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        person: { id: 'admin-1', name: '' },
        action,
        record,
        changes,
        note,
        requestId: 'request-of-a-test',
      },
    ]);
    expect(JSON.stringify(data)).not.toMatch(new RegExp(RegExp.escape(person.email)));
  },
);

it('a mail that cannot be sent again leaves no entry', async () => {
  await call('post', '/api/admin/mails/x/retry').expect(404);
  expect((await call('get', '/api/admin/services/notification/audit')).body.data).toEqual([]);
});
