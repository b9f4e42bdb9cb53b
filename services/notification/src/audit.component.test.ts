import {
  auditedCallsOf,
  auditedRequestId,
  entryLeft,
  type LeftEntry,
  shownChange,
  unreadableEvent,
} from '@kinmel/testing';
import request from 'supertest';
import { anEvent, person } from './testing/event-builder.ts';
import { mailPausesMs, useTestNotification } from './testing/test-notification.ts';

const notification = useTestNotification();

const call = (method: 'get' | 'post', path: string) =>
  request(notification.server)
    [method](path)
    .set({ Authorization: `Bearer ${notification.tokens.admin()}`, 'X-Request-Id': auditedRequestId });

const calls: Readonly<Record<string, () => Promise<LeftEntry>>> = {
  async retryMail() {
    await notification.mailServer.stop();
    await notification.bus.publish(anEvent.passwordChanged());
    for (const pause of [...mailPausesMs, 0]) {
      await notification.settle();
      notification.pass(pause);
    }
    const { data } = (await call('get', '/api/admin/mails?state=failed')).body;
    await call('post', `/api/admin/mails/${data[0].mailId}/retry`).expect(200);
    return {
      record: { kind: 'mail', id: data[0].mailId },
      changes: [shownChange('state', 'failed', 'waiting')],
    };
  },
  async replayNotificationParkedMessages() {
    await notification.bus.publish(unreadableEvent('order.placed'));
    await notification.settle();
    await call('post', '/api/admin/services/notification/parked-messages/replay').send({}).expect(200);
    return { record: { kind: 'parked-message', id: null } };
  },
  async exportNotificationAuditEntries() {
    await call('get', '/api/admin/services/notification/audit/export').expect(200);
    return { record: { kind: 'audit-entry', id: null } };
  },
};

it('each staff call in the contracts is tested below, so that one without an entry fails (M14)', () => {
  expect(Object.keys(calls).toSorted()).toEqual(auditedCallsOf('notification'));
});

it.each(Object.keys(calls))(
  '%s leaves an entry with actor, values before and after, note and request, and no customer data',
  async (action) => {
    const left = (await calls[action]?.()) ?? { record: {} };
    const { data } = (await call('get', '/api/admin/services/notification/audit')).body;
    expect(data).toEqual([entryLeft(action, left)]);
    expect(JSON.stringify(data)).not.toMatch(new RegExp(RegExp.escape(person.email)));
  },
);

it('a refused retry leaves no entry', async () => {
  await call('post', '/api/admin/mails/x/retry').expect(404);
  expect((await call('get', '/api/admin/services/notification/audit')).body.data).toEqual([]);
});
