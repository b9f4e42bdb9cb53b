import { listMails, retryMail } from '@kinmel/contracts';
import { testAccess } from '@kinmel/testing';
import request from 'supertest';
import { anEvent, orderId, person } from '../testing/event-builder.ts';
import { useTestNotification } from '../testing/test-notification.ts';

const notification = useTestNotification();

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const list = (query = '', token = notification.tokens.admin()) =>
  request(notification.server).get(`/api/admin/mails${query}`).set(bearer(token));
const retry = (mailId: string, token = notification.tokens.admin()) =>
  request(notification.server).post(`/api/admin/mails/${mailId}/retry`).set(bearer(token));

describe('the list of mails', () => {
  it('is newest first, without content, and with masked addresses', async () => {
    await notification.bus.publish(anEvent.orderPlaced());
    await notification.deliverAll();
    await notification.mailServer.stop();
    await notification.bus.publish(anEvent.passwordChanged());
    await notification.deliverAll();

    const answer = await list();
    expect(answer.status).toBe(200);
    expect(listMails.answer.parse(answer.body)).toEqual(answer.body);
    const subject = 'Your order KM-7H2K-94QX';
    expect(answer.body.data).toMatchObject([
      { template: 'password-changed', state: 'waiting', sentAt: null, to: 'a***@kinmel.example' },
      { template: 'order-placed', state: 'sent', attempts: 1, lastError: null, subject },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(person.email);
    const onlyPage = { page: 1, limit: 20, total: 2, totalPages: 1, hasPrev: false, hasNext: false };
    expect(answer.body.pagination).toEqual(onlyPage);
  });

  it('is filtered by state and address, and paged', async () => {
    await notification.bus.publish(anEvent.userRegistered({ email: 'bina@kinmel.example' }));
    await notification.bus.publish(anEvent.orderPlaced());
    await notification.bus.publish(anEvent.orderRefunded());
    await notification.deliverAll();

    expect((await list('?to=bina@kinmel.example')).body.data).toMatchObject([{ template: 'welcome' }]);
    expect((await list('?state=failed')).body.data).toEqual([]);
    const second = (await list('?limit=2&page=2')).body;
    expect(second.data).toHaveLength(1);
    expect(second.pagination).toMatchObject({ total: 3, totalPages: 2, hasPrev: true, hasNext: false });
  });

  it('is filtered by order or request, by an index ("its mails")', async () => {
    await notification.bus.publish(anEvent.userRegistered());
    await notification.bus.publish(anEvent.orderPlaced());
    await notification.bus.publish(anEvent.orderRefunded());
    await notification.bus.publish(anEvent.sellRequestReceived());
    await notification.deliverAll();

    const templates = async (record: string) =>
      (await list(`?record=${record}`)).body.data
        .map(({ template }: { template: string }) => template)
        .sort();
    expect(await templates(orderId)).toEqual(['order-placed', 'order-refunded']);
    expect(await templates('6600000000000000005a3f09')).toEqual(['sell-request-received']);
    expect(await templates('0'.repeat(24))).toEqual([]);
    const plan = await notification.connection.collection('mails').find({ record: orderId }).explain();
    expect(JSON.stringify(plan['queryPlanner'])).not.toContain('COLLSCAN');
  });

  it('is filtered by an address in any letter case', async () => {
    await notification.bus.publish(anEvent.userRegistered({ email: 'Bina.Rai@Kinmel.example' }));
    await notification.bus.publish(anEvent.userRegistered({ email: 'bina.rái@kinmel.example' }));
    await notification.deliverAll();
    for (const spelling of ['bina.rai@kinmel.example', 'BINA.RAI@KINMEL.EXAMPLE']) {
      const { data, pagination } = (await list(`?to=${spelling}`)).body;
      expect(data).toMatchObject([{ to: 'B***@Kinmel.example' }]);
      expect(pagination).toMatchObject({ total: 1 });
    }
  });

  it.each(['?state=lost', '?limit=101', '?nobody=1'])('refuses %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});

describe('a failed mail', () => {
  it('is sent again once on request of an admin', async () => {
    notification.mailServer.refused.permanently.add(person.email);
    await notification.bus.publish(anEvent.orderPlaced());
    await notification.deliverAll();
    const [{ mailId }] = (await list('?state=failed')).body.data;

    notification.mailServer.refused.permanently.clear();
    const answer = await retry(mailId);
    expect(answer.status).toBe(200);
    expect(retryMail.answer.parse(answer.body).data).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(await notification.deliverAll()).toHaveLength(1);
  });

  it('cannot be retried when it is unknown (404), sent (409) or has a malformed id (400)', async () => {
    await notification.bus.publish(anEvent.orderPlaced());
    await notification.deliverAll();
    const [{ mailId }] = (await list()).body.data;
    expect((await retry(mailId)).body).toMatchObject({ success: false, code: 'conflict' });
    expect((await retry('order-placed-nothing')).body).toMatchObject({ success: false, code: 'not-found' });
    expect((await retry('%24where')).status).toBe(400);
    expect(await notification.deliverAll()).toHaveLength(1);
  });
});

testAccess('notification', () => notification);
