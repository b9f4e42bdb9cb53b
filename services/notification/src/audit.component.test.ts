import { auditedRequestId, type LeftEntry, shownChange, testAudit } from '@kinmel/testing';
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
      await notification.deliverAll();
      notification.pass(pause);
    }
    const { data } = (await call('get', '/api/admin/mails?state=failed')).body;
    await call('post', `/api/admin/mails/${data[0].mailId}/retry`).expect(200);
    return {
      record: { kind: 'mail', id: data[0].mailId },
      changes: [shownChange('state', 'failed', 'waiting')],
    };
  },
};

const entries = testAudit({
  service: 'notification',
  rule: 'NOT-M14',
  calls,
  call,
  async publish(event) {
    await notification.bus.publish(event);
    await notification.deliverAll();
  },
  consumed: 'order.placed',
  personal: new RegExp(RegExp.escape(person.email)),
});

it('a refused retry leaves no entry', async () => {
  await call('post', '/api/admin/mails/x/retry').expect(404);
  expect(await entries()).toEqual([]);
});
