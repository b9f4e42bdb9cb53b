import { personalDataOf } from '@kinmel/service-kit';
import request from 'supertest';
import { anEvent } from '../testing/event-builder.ts';
import type { ReceivedMail } from '../testing/test-mail-server.ts';
import { shopUrl, useTestNotification } from '../testing/test-notification.ts';

const notification = useTestNotification();
const { restart } = notification;

const minutes = 60_000;
const email = 'asha@kinmel.example';
const enter = (body: object = { email }) => request(notification.server).post('/api/newsletter').send(body);
const confirm = (token: string) =>
  request(notification.server).post('/api/newsletter/confirm').send({ token });
/** Unsubscribes like a mail program: a form body, no cookie, no origin (RFC 8058). */
const oneClick = (url: string) =>
  request(notification.server).post(url.replace(shopUrl, '')).type('form').send('List-Unsubscribe=One-Click');
const subscriptions = async () =>
  personalDataOf(notification.connection).openAll(
    await notification.connection.collection('newsletter_subscriptions').find().toArray(),
  );

const confirmTokenOf = (mail: ReceivedMail | undefined) =>
  decodeURIComponent(/newsletter\?confirm=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '');
const unsubscribeUrlOf = (mail: ReceivedMail | undefined) =>
  /^<(.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';

async function subscribe(): Promise<ReceivedMail | undefined> {
  await enter().expect(200);
  const [question] = await notification.deliverAll();
  await confirm(confirmTokenOf(question)).expect(200);
  return (await notification.deliverAll()).at(-1);
}

describe('the newsletter', () => {
  it('starts after a confirmation by mail, and ends by one click in the mail program (SIL-07, OFFR-12, NOT-N2, NOT-N6)', async () => {
    await enter({ email: ' Asha@Kinmel.example ' }).expect(200);
    const [question] = await notification.deliverAll();
    expect(question).toMatchObject({ to: [email], subject: 'Please confirm the Kinmel newsletter' });
    expect(question?.html).toContain(`href="${shopUrl}/newsletter?confirm=`);
    expect(await subscriptions()).toMatchObject([{ address: email, state: 'asked' }]);

    const confirmation = await confirm(confirmTokenOf(question));
    expect(confirmation.body).toEqual({
      success: true,
      message: 'Thank you. You get the newsletter from now on.',
    });
    expect(await subscriptions()).toMatchObject([{ address: email, state: 'confirmed' }]);
    const welcome = (await notification.deliverAll())[1];
    expect(welcome).toMatchObject({ to: [email], subject: 'You get the Kinmel newsletter' });

    for (const mail of [question, welcome]) {
      expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
      expect(unsubscribeUrlOf(mail)).toMatch(
        /^https:\/\/shop\.kinmel\.example\/api\/newsletter\/unsubscribe\?token=/,
      );
      expect(mail?.html).toContain(`href="${shopUrl}/newsletter?unsubscribe=`);
    }
    const end = await oneClick(unsubscribeUrlOf(welcome));
    expect(end.status).toBe(200);
    expect(await subscriptions()).toEqual([]);
    expect(JSON.stringify(await notification.connection.collection('mails').find().toArray())).not.toContain(
      email,
    );
  });

  it('stays when the account of its address is deleted (NOT-N7)', async () => {
    await subscribe();
    await notification.bus.publish(anEvent.userDeleted());
    await notification.deliverAll();
    expect(await subscriptions()).toMatchObject([{ address: email, state: 'confirmed' }]);
  });

  it('answers the same for a new, a pending and a confirmed address (NOT-N8, SIL-07)', async () => {
    const firstAnswer = await enter();
    const repeatedAnswer = await enter();
    const [question] = await notification.deliverAll();
    await confirm(confirmTokenOf(question));
    const confirmedAnswer = await enter();
    const visibleParts = ({ status, body, headers }: request.Response) => ({
      status,
      body,
      headers: Object.keys(headers).toSorted(),
      length: headers['content-length'],
    });
    expect(visibleParts(repeatedAnswer)).toEqual(visibleParts(firstAnswer));
    expect(visibleParts(confirmedAnswer)).toEqual(visibleParts(firstAnswer));
  });

  it('mails an address once in ten minutes, in any spelling (NOT-N4)', async () => {
    await Promise.all([enter(), enter(), enter({ email: 'ASHA@KINMEL.EXAMPLE' }), enter()]);
    expect(await notification.deliverAll()).toHaveLength(1);
    expect(await subscriptions()).toHaveLength(1);
    notification.pass(9 * minutes);
    await enter();
    expect(await notification.deliverAll()).toHaveLength(1);

    notification.pass(minutes);
    await enter();
    const received = await notification.deliverAll();
    expect(received).toHaveLength(2);
    await confirm(confirmTokenOf(received[0])).expect(404);
    await confirm(confirmTokenOf(received[1])).expect(200);
  });

  it('accepts a repeated confirmation and sends one welcome mail (NOT-N2)', async () => {
    await enter();
    const [question] = await notification.deliverAll();
    const token = confirmTokenOf(question);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await notification.deliverAll()).toHaveLength(2);
  });

  it('refuses a confirmation after 48 hours, and then asks again (NOT-N3)', async () => {
    await enter();
    const [question] = await notification.deliverAll();
    notification.pass(48 * 60 * minutes);
    const late = await confirm(confirmTokenOf(question)).expect(404);
    expect(late.body.message).toContain('not valid any more');
    await enter().expect(200);
    expect(await notification.deliverAll()).toHaveLength(2);
    expect(await subscriptions()).toMatchObject([{ address: email, round: 1 }]);
  });

  it('deletes an unconfirmed address, also in its mail (NOT-N3)', async () => {
    await enter();
    await notification.deliverAll();
    const [asked] = await subscriptions();
    for (const name of ['newsletter_subscriptions', 'mails']) {
      const collection = notification.connection.collection(name);
      const [document] = await collection.find().toArray();
      // Deleted by the TTL index.
      const expiryTimes = (await collection.indexes()).map(
        ({ key, expireAfterSeconds, partialFilterExpression }) => {
          const [field = ''] = Object.keys(key);
          const isApplicable = Object.entries(partialFilterExpression ?? {}).every(
            ([path, value]) => document?.[path] === value,
          );
          return isApplicable && expireAfterSeconds !== undefined
            ? document?.[field]?.getTime() + expireAfterSeconds * 1000
            : Number.POSITIVE_INFINITY;
        },
      );
      expect(Math.min(...expiryTimes)).toBe(asked?.['askedAt'].getTime() + 48 * 60 * minutes);
    }
  });

  it('refuses links that were changed, forged or made for another purpose', async () => {
    await enter();
    const [question] = await notification.deliverAll();
    const token = confirmTokenOf(question);
    const [id = '', , proof = ''] = token.split('.');
    const unsubscribeToken = new URL(unsubscribeUrlOf(question)).searchParams.get('token') ?? '';
    for (const badToken of [
      `${id}.2.${proof}`,
      `${id}.1.${proof.slice(0, -1)}`,
      `${id}.1.`,
      unsubscribeToken,
      'x',
      '..',
    ])
      expect((await confirm(badToken)).status).toBe(404);
    for (const badToken of [`${id}.${proof}`, token, `${id}.`, 'x'])
      expect(
        (await oneClick(`/api/newsletter/unsubscribe?token=${encodeURIComponent(badToken)}`)).status,
      ).toBe(404);
    expect(await subscriptions()).toMatchObject([{ state: 'asked' }]);
  });

  it('ends by the link of the first mail, and answers the same when repeated (NOT-N6)', async () => {
    await enter();
    const [question] = await notification.deliverAll();
    await confirm(confirmTokenOf(question)).expect(200);
    const first = await oneClick(unsubscribeUrlOf(question));
    const second = await oneClick(unsubscribeUrlOf(question));
    expect(first.body).toMatchObject({ success: true });
    expect(second.body).toEqual(first.body);
    // An old confirmation link does not restore it.
    await confirm(confirmTokenOf(question)).expect(404);
  });

  it('ends by one click with a multipart form (RFC 8058) (NOT-N6)', async () => {
    const welcome = await subscribe();
    const answer = await request(notification.server)
      .post(unsubscribeUrlOf(welcome).replace(shopUrl, ''))
      .field('List-Unsubscribe', 'One-Click');
    expect(answer.status).toBe(200);
    expect(await subscriptions()).toEqual([]);
  });

  it('does not end by a GET, which redirects to the confirmation page (NOT-N6)', async () => {
    const welcome = await subscribe();
    const redirect = await request(notification.server).get(unsubscribeUrlOf(welcome).replace(shopUrl, ''));
    expect([redirect.status, redirect.headers['cache-control']]).toEqual([303, 'no-store']);
    expect(redirect.headers['location']).toMatch(/^\/newsletter\?unsubscribe=[\w.-]+$/);
    expect(welcome?.html).toContain(`href="${shopUrl}${redirect.headers['location']}"`);
    expect(await subscriptions()).toMatchObject([{ state: 'confirmed' }]);
  });

  it.each<[object, string]>([
    [{}, 'Email is required'],
    [{ email: 'asha@kinmel' }, 'Invalid email format'],
    [{ email: 'asha@kinmel.example\nbcc:all@kinmel.example' }, 'Invalid email format'],
    [{ email: { $ne: '' } }, 'Email is required'],
  ])('refuses %j and stores nothing', async (body, message) => {
    const answer = await enter(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, message });
    expect(await subscriptions()).toEqual([]);
    expect(await notification.deliverAll()).toEqual([]);
  });

  it('leaves no full address and no link in the log (I-13)', async () => {
    const welcome = await subscribe();
    await oneClick(unsubscribeUrlOf(welcome));
    const lines = notification.logLines.join('\n');
    expect(lines).toContain('mail sent');
    expect(lines).not.toContain(email);
    expect(lines).not.toMatch(/token=|confirm=|asha@/);
  });
});

describe('the limit of entries', () => {
  it('is per mailbox, and ten times as high per address or IPv6 network over all instances, with Retry-After (NOT-N5)', async () => {
    await restart({ newsletterAsksPerHour: 1 });
    const from = (client: string, index: number) =>
      enter({ email: `person${index}@kinmel.example` }).set('X-Forwarded-For', client);
    const indexes = Array.from({ length: 10 }, (_, index) => index);
    for (const index of indexes) await from('203.0.113.1', index).expect(200);
    await from('203.0.113.9', 0).expect(429);
    const refused = await from('203.0.113.1', 10).expect(429);
    expect(refused.body).toMatchObject({ success: false, code: 'too-many-requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    for (const index of indexes) await from(`2001:db8:1:2203::${index}`, 20 + index).expect(200);
    await from('2001:db8:1:2203::10', 30).expect(429);
    expect(await subscriptions()).toHaveLength(20);
  });
});

describe('the time of an answer', () => {
  it('does not reveal whether an address is confirmed (NOT-N8, SIL-07)', async () => {
    await subscribe();
    await restart({ newsletterAnswerMs: 120 });
    const begin = performance.now();
    await enter().expect(200);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(119);
  });
});
