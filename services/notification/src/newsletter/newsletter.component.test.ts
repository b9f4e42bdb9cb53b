import request from 'supertest';
import { anEvent } from '../testing/event-builder.ts';
import type { ReceivedMail } from '../testing/test-mail-server.ts';
import { notificationForEachTest, shopUrl, type TestNotification } from '../testing/test-notification.ts';

let notification: TestNotification;
const restart = notificationForEachTest((started) => {
  notification = started;
});

const minutes = 60_000;
const email = 'asha@kinmel.example';
const enter = (body: object = { email }) => request(notification.app).post('/api/newsletter').send(body);
const confirm = (token: string) => request(notification.app).post('/api/newsletter/confirm').send({ token });
/** As a mail program does it: a form body, no cookie, no origin (RFC 8058). */
const oneClick = (url: string) =>
  request(notification.app).post(url.replace(shopUrl, '')).type('form').send('List-Unsubscribe=One-Click');
const subscriptions = () => notification.connection.collection('newsletter_subscriptions').find().toArray();

const confirmTokenOf = (mail: ReceivedMail | undefined) =>
  decodeURIComponent(/newsletter\?confirm=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '');
const unsubscribeUrlOf = (mail: ReceivedMail | undefined) =>
  /^<(.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';

async function subscribe(): Promise<ReceivedMail | undefined> {
  await enter().expect(200);
  const [question] = await notification.settle();
  await confirm(confirmTokenOf(question)).expect(200);
  return (await notification.settle()).at(-1);
}

describe('the newsletter', () => {
  it('comes after a yes by mail, and ends by one click of the mail program (SIL-07, OFFR-12, N2, N6)', async () => {
    await enter({ email: ' Asha@Kinmel.example ' }).expect(200);
    const [question] = await notification.settle();
    expect(question).toMatchObject({ to: [email], subject: 'Please confirm the Kinmel newsletter' });
    expect(question?.html).toContain(`href="${shopUrl}/newsletter?confirm=`);
    expect(await subscriptions()).toMatchObject([{ email, state: 'asked' }]);

    const yes = await confirm(confirmTokenOf(question));
    expect(yes.body).toEqual({ success: true, message: 'Thank you. You get the newsletter from now on.' });
    expect(await subscriptions()).toMatchObject([{ email, state: 'confirmed' }]);
    const welcome = (await notification.settle())[1];
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

  it('stays with its address when an account is deleted (N7)', async () => {
    await subscribe();
    await notification.bus.publish(anEvent.userDeleted());
    await notification.settle();
    expect(await subscriptions()).toMatchObject([{ email, state: 'confirmed' }]);
  });

  it('answers the same whether the address is new, asked or on the list (N8, SIL-07)', async () => {
    const fresh = await enter();
    const again = await enter();
    const [question] = await notification.settle();
    await confirm(confirmTokenOf(question));
    const known = await enter();
    const shown = ({ status, body, headers }: request.Response) => ({
      status,
      body,
      headers: Object.keys(headers).toSorted(),
      length: headers['content-length'],
    });
    expect(shown(again)).toEqual(shown(fresh));
    expect(shown(known)).toEqual(shown(fresh));
  });

  it('asks an address once in ten minutes, however often and however it is entered (N4)', async () => {
    await Promise.all([enter(), enter(), enter({ email: 'ASHA@KINMEL.EXAMPLE' }), enter()]);
    expect(await notification.settle()).toHaveLength(1);
    expect(await subscriptions()).toHaveLength(1);
    notification.pass(9 * minutes);
    await enter();
    expect(await notification.settle()).toHaveLength(1);

    notification.pass(minutes);
    await enter();
    const received = await notification.settle();
    expect(received).toHaveLength(2);
    await confirm(confirmTokenOf(received[0])).expect(404);
    await confirm(confirmTokenOf(received[1])).expect(200);
  });

  it('takes the click on its link twice, and says so by one mail (N2)', async () => {
    await enter();
    const [question] = await notification.settle();
    const token = confirmTokenOf(question);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await notification.settle()).toHaveLength(2);
  });

  it('mails nothing to who gets it already (N1)', async () => {
    await subscribe();
    notification.pass(60 * minutes);
    await enter();
    expect(await notification.settle()).toHaveLength(2);
  });

  it('takes no yes after 48 hours, and then begins anew (N3)', async () => {
    await enter();
    const [question] = await notification.settle();
    notification.pass(48 * 60 * minutes);
    const late = await confirm(confirmTokenOf(question));
    expect(late.status).toBe(404);
    expect(late.body).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('not valid any more'),
    });
    await enter().expect(200);
    expect(await notification.settle()).toHaveLength(2);
    expect(await subscriptions()).toMatchObject([{ email, round: 1 }]);
  });

  it('keeps no address that never said yes, nor in the mail that asked it (N3)', async () => {
    await enter();
    await notification.settle();
    const [asked] = await subscriptions();
    for (const name of ['newsletter_subscriptions', 'mails']) {
      const collection = notification.connection.collection(name);
      const [document] = await collection.find().toArray();
      // What the database itself removes, and when.
      const ends = (await collection.indexes()).map(
        ({ key, expireAfterSeconds, partialFilterExpression }) => {
          const [field = ''] = Object.keys(key);
          const isMeant = Object.entries(partialFilterExpression ?? {}).every(
            ([of, is]) => document?.[of] === is,
          );
          return isMeant && expireAfterSeconds !== undefined
            ? document?.[field]?.getTime() + expireAfterSeconds * 1000
            : Number.POSITIVE_INFINITY;
        },
      );
      expect(Math.min(...ends)).toBe(asked?.['askedAt'].getTime() + 48 * 60 * minutes);
    }
  });

  it('takes no link that was changed, made up or meant for something else', async () => {
    await enter();
    const [question] = await notification.settle();
    const token = confirmTokenOf(question);
    const [id = '', , proof = ''] = token.split('.');
    const other = new URL(unsubscribeUrlOf(question)).searchParams.get('token') ?? '';
    for (const wrong of [`${id}.2.${proof}`, `${id}.1.${proof.slice(0, -1)}`, `${id}.1.`, other, 'x', '..'])
      expect((await confirm(wrong)).status).toBe(404);
    for (const wrong of [`${id}.${proof}`, token, `${id}.`, 'x'])
      expect((await oneClick(`/api/newsletter/unsubscribe?token=${encodeURIComponent(wrong)}`)).status).toBe(
        404,
      );
    expect(await subscriptions()).toMatchObject([{ state: 'asked' }]);
  });

  it('ends by the link of the first mail too, and says the same when it has ended (N6)', async () => {
    await enter();
    const [question] = await notification.settle();
    await confirm(confirmTokenOf(question)).expect(200);
    const first = await oneClick(unsubscribeUrlOf(question));
    const second = await oneClick(unsubscribeUrlOf(question));
    expect(first.body).toMatchObject({ success: true });
    expect(second.body).toEqual(first.body);
    // The link that once said yes cannot bring it back.
    await confirm(confirmTokenOf(question)).expect(404);
  });

  it('ends by one click that comes as a form in parts, as RFC 8058 wants it (N6)', async () => {
    const welcome = await subscribe();
    const answer = await request(notification.app)
      .post(unsubscribeUrlOf(welcome).replace(shopUrl, ''))
      .field('List-Unsubscribe', 'One-Click');
    expect(answer.status).toBe(200);
    expect(await subscriptions()).toEqual([]);
  });

  it('ends by the button of its page too, which sends no body', async () => {
    const welcome = await subscribe();
    const token = new URL(unsubscribeUrlOf(welcome)).searchParams.get('token') ?? '';
    const answer = await request(notification.app).post('/api/newsletter/unsubscribe').query({ token });
    expect(answer.status).toBe(200);
    expect(await subscriptions()).toEqual([]);
  });

  it('does not end because the link was looked at: it leads to the page that asks first (N6)', async () => {
    const welcome = await subscribe();
    const looked = await request(notification.app).get(unsubscribeUrlOf(welcome).replace(shopUrl, ''));
    expect([looked.status, looked.headers['cache-control']]).toEqual([303, 'no-store']);
    expect(looked.headers['location']).toMatch(/^\/newsletter\?unsubscribe=[\w.-]+$/);
    expect(welcome?.html).toContain(`href="${shopUrl}${looked.headers['location']}"`);
    expect(await subscriptions()).toMatchObject([{ state: 'confirmed' }]);
  });

  it.each([
    [{}, 'Email is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'asha' }, 'Invalid email format'],
    [{ email: 'asha@kinmel' }, 'Invalid email format'],
    [{ email: 'a b@kinmel.example' }, 'Invalid email format'],
    [{ email: `${'a'.repeat(250)}@kinmel.example` }, 'Invalid email format'],
    [{ email: { $ne: '' } }, 'Email is required'],
    [{ email: ['asha@kinmel.example'] }, 'Email is required'],
  ])('refuses %j and keeps nothing', async (body, message) => {
    const answer = await enter(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, message });
    expect(await subscriptions()).toEqual([]);
    expect(await notification.settle()).toEqual([]);
  });

  it('sends an address with a line break or a second address nowhere', async () => {
    expect((await enter({ email: 'asha@kinmel.example\nbcc:all@kinmel.example' })).status).toBe(400);
    await enter({ email: 'asha@kinmel.example,bina@kinmel.example' });
    await enter({ email: '<asha>@kinmel.example' });
    expect(await notification.settle()).toEqual([]);
  });

  it('leaves no whole address and no link in any log line (I-13)', async () => {
    const welcome = await subscribe();
    await oneClick(unsubscribeUrlOf(welcome));
    const lines = notification.logLines.join('\n');
    expect(lines).toContain('mail sent');
    expect(lines).not.toContain(email);
    expect(lines).not.toMatch(/token=|confirm=|asha@/);
  });
});

describe('the limit of entries', () => {
  it('is per client, over all instances, and answers when to come back (N5)', async () => {
    await restart({ newsletterAsksPerHour: 3 });
    const from = (client: string, index: number) =>
      enter({ email: `person${index}@kinmel.example` }).set('X-Forwarded-For', client);
    for (const index of [1, 2, 3]) expect((await from('203.0.113.1', index)).status).toBe(200);
    const refused = await from('203.0.113.1', 4);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ success: false, code: 'too-many-requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await from('203.0.113.2', 5)).status).toBe(200);
    expect(await subscriptions()).toHaveLength(4);
  });

  it('counts all addresses of one subscriber together (N5)', async () => {
    await restart({ newsletterAsksPerHour: 3 });
    const from = (host: number) =>
      enter({ email: `person${host}@kinmel.example` }).set('X-Forwarded-For', `2001:db8:1:2203::${host}`);
    for (const host of [1, 2, 3]) expect((await from(host)).status).toBe(200);
    expect((await from(4)).status).toBe(429);
  });
});

describe('the time of an answer', () => {
  it('is at least as long as the slow way takes, also for an address that is on the list (N8, SIL-07)', async () => {
    await subscribe();
    await restart({ newsletterAnswerMs: 120 });
    const begin = performance.now();
    await enter().expect(200);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(119);
  });
});
