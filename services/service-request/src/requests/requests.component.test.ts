import { testAccess } from '@kinmel/testing/servers';
import { aPhoneOrder, aSellForm, mailboxSpellings, personalData } from '../testing/request-forms.ts';
import { addressOf, kinds, lastStatusOf, testWithRequests } from '../testing/test-requests.ts';

const shop = testWithRequests();
const { asAdmin, call, list, submit, put, readByLink, send, step } = shop;
const unknownId = 'a'.repeat(24);

describe.each(kinds)('a %s', (kind) => {
  it('is stored once when it is sent several times at once on two instances; other content under its key is refused (SR-G1)', async () => {
    const twin = await shop.service.startTwin();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(kind, {}, { key: 'the-same-key', at: index % 2 ? twin : shop.service }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.trackingLink)).size).toBe(1);
    expect(await list(kind)).toHaveLength(1);
    const otherContent = await send(kind, { model: 'iPhone 15' }, { key: 'the-same-key' });
    expect([otherContent.status, otherContent.body.code]).toEqual([422, 'key-reused']);
  });

  it('is read by staff in its current state with the usual next statuses (SIL-38)', async () => {
    const { id } = await submit(kind);
    const { data } = (await asAdmin('get', addressOf(kind, id)).expect(200)).body;
    expect(data).toMatchObject({ id, status: 'pending', version: 1 });
    expect(data.usualSteps).toContain(kind === 'sell-request' ? 'quoted' : 'confirmed');
    await asAdmin('get', addressOf(kind, unknownId)).expect(404);
    await asAdmin('get', addressOf(kind, 'status[$ne]')).expect(400);
  });

  it('is set to any known status by staff; an unusual step needs a note, which the tracking page shows without personal data (SELL-06, AAPI-01, AAPI-07, AAPI-08, AAPI-17, ASELL-28, ABOOK-18 to ABOOK-20, SIL-38, SR-G2, SR-G3, SR-G4, SR-T3, G-09)', async () => {
    const { id, link } = await submit(kind);
    const status = lastStatusOf(kind);
    const adminNotes = 'All done at the counter.';
    expect((await put(kind, id, { status: 'gone', adminNotes })).status).toBe(400);
    expect((await put(kind, id, [status])).status).toBe(400);
    expect((await put(kind, unknownId, { status })).status).toBe(404);
    const withoutNote = await put(kind, id, { status });
    expect([withoutNote.status, withoutNote.body.code]).toEqual([409, 'conflict']);
    expect((await put(kind, id, { status, adminNotes, version: 7 })).body.code).toBe('version-conflict');
    expect(await list(kind)).toMatchObject([{ status: 'pending', version: 1 }]);
    const { body } = await put(kind, id, { status, adminNotes, version: 1 }).expect(200);
    expect(body).toMatchObject({ success: true, data: { _id: id, status, adminNotes, version: 2 } });
    const page = await readByLink(link);
    expect(page).toMatchObject({ status, note: adminNotes });
    expect(page.history.at(-1)).toMatchObject({ by: 'admin', from: 'pending', to: status });
    expect(JSON.stringify(page)).not.toMatch(personalData);
    const [event] = await shop.eventsOf(`${kind}.status-changed`);
    expect(event?.data).toMatchObject({ from: 'pending', to: status, note: adminNotes });
  });
});

it('a link opens at its address and, for pages that were loaded before, at the former one (SR-T1)', async () => {
  const { link } = await submit('sell-request');
  expect(link).toMatch(/^\/request-links\/s/);
  const { body } = await call('get', `/api${link}`).expect(200);
  const formerPath = `/api${link.replace('request-links', 'tracking')}`;
  expect((await call('get', formerPath).expect(200)).body).toEqual(body);
  await call('post', `${formerPath}/cancel`).expect(200);
});

it.each([
  ['s', 'sell requests'],
  ['b', 'repairs'],
  ['p', 'phone orders'],
  ['x', 'no kind'],
])(
  'an unknown link that begins with %s, like those of %s, gets the same answer at every step (SR-T2)',
  async (letter) => {
    const link = `/request-links/${letter}${'A'.repeat(43)}`;
    for (const { status, body } of [
      await call('get', `/api${link}`),
      await call('get', `/api${link}/photo`),
      await step(link, 'accept', { version: 2 }),
      await step(link, 'decline', { version: 2 }),
      await step(link, 'reschedule', { date: '2026-11-25', time: '09:30' }),
      await step(link, 'cancel'),
    ])
      expect([status, body.message]).toEqual([404, 'This link is not valid any more.']);
  },
);

describe('the address of', () => {
  describe('each endpoint (CONF-30, SIL-39, F-08, G-06)', () => {
    testAccess('service-request', () => shop.service);
  });

  const lists = 'kind=sell-request';
  it.each([
    '/api/sell-phone/requests?',
    '/api/bookings?',
    `/api/admin/requests/new?${lists}&`,
    `/api/admin/requests/export?${lists}&`,
  ])('the search %s refuses a control character as bad input', async (path) => {
    for (const search of ['%00', 'a%00b', 'a%1Fb', 'a%C2%85b']) {
      const { status, body } = await asAdmin('get', `${path}search=${search}`);
      expect([search, status, body.code]).toEqual([search, 400, 'invalid-request']);
    }
  });
});

describe('new requests are limited per hour (SR-G7)', () => {
  const limitedShop = testWithRequests({ 'sell-request': 1, 'repair-booking': 1, 'phone-order': 1 });
  const sendAs = (
    kind: (typeof kinds)[number],
    email: string,
    hour: number,
    sending: { from?: string; token?: string } = {},
  ) => limitedShop.send(kind, { email, contactEmail: email, time: `${hour}:00` }, sending);

  it.each(kinds)(
    'those of the kind %s by network, ten times as many as of one person (SR-G7, F-07, G-03)',
    async (kind) => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => sendAs(kind, `p${index}@example.com`, 10 + (index % 6))),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
      const refused = answers.find(({ status }) => status !== 201);
      expect([refused?.status, refused?.body.code]).toEqual([429, 'too-many-requests']);
      expect(refused?.body.message).toBe('Too many requests. Please try again in an hour, or call us.');
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    },
  );

  it.each(kinds)('those of the kind %s by mailbox across networks and spellings (SR-G7)', async (kind) => {
    const statuses: number[] = [];
    for (const [index, email] of [...mailboxSpellings, 'other@example.com'].entries())
      statuses.push((await sendAs(kind, email, 10 + index, { from: `203.0.113.${index + 1}` })).status);
    expect(statuses).toEqual([201, 429, 429, 429, 201]);
  });

  it.each(kinds)(
    'those of the kind %s by account, not by its mailbox, which strangers may name (SR-G7)',
    async (kind) => {
      const byAccount = { token: limitedShop.service.tokens.customer() };
      const statuses = [
        await sendAs(kind, 'own@example.com', 10),
        await sendAs(kind, 'own@example.com', 11),
        await sendAs(kind, 'own@example.com', 12, byAccount),
        await sendAs(kind, 'other@example.com', 13, byAccount),
      ].map(({ status }) => status);
      expect(statuses).toEqual([201, 429, 201, 429]);
    },
  );
});

it('a request is linked to the account of a valid token; an invalid one is ignored (SIL-48, SR-G6)', async () => {
  const { tokens } = shop.service;
  await send('sell-request', {}, { token: tokens.customer() }).expect(201);
  await send('sell-request', {}, { token: tokens.expired() }).expect(201);
  const ownRequests = await call('get', '/api/request-links', tokens.customer()).expect(200);
  expect(ownRequests.body.data).toMatchObject([
    { trackingLink: expect.stringMatching(/^\/request-links\/s/) },
  ]);
  expect(await list('sell-request')).toHaveLength(2);
});

describe('staff read', () => {
  it('every field of a sell request and those of the shop, whatever the client sends (ENT-31 to ENT-33, AENT-01, AENT-02, SELL-07, F-04, SR-S1)', async () => {
    const shopFields = { status: 'accepted', estimatedPrice: '9999', adminNotes: 'x', _id: unknownId };
    const request = await submit('sell-request', shopFields);
    const { expectedPrice: _price, hasCharger: _charger, ...texts } = aSellForm();
    expect(request).toMatchObject({
      ...texts,
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      expectedPrice: 320.5,
      hasCharger: true,
      estimate: { low: 235, high: 278, tableVersion: 1 },
      estimatedPrice: null,
      status: 'pending',
      phoneImage: '',
      adminNotes: '',
    });
    expect(request._id).not.toBe(unknownId);
    for (const moment of [request.createdAt, request.updatedAt])
      expect(new Date(moment).toISOString()).toBe(moment);
  });

  it('every field of a phone order and those of the shop, in an array (AENT-08, AAPI-12, AAPI-13)', async () => {
    const form = aPhoneOrder({ message: 'Ring first.', budget: '150000' });
    const order = await submit('phone-order', form);
    expect(order).toMatchObject({ ...form, status: 'pending', totalPrice: null });
    expect(order._id).toMatch(/^[0-9a-f]{24}$/);
    expect(new Date(order.createdAt).toISOString()).toBe(order.createdAt);
  });
});
