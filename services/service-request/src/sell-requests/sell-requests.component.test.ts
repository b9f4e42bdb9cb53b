import { readdir } from 'node:fs/promises';
import {
  type SellRequestAnswer,
  sellRequestQuoted,
  sellRequestReceived,
  sellRequestStatusChanged,
} from '@kinmel/contracts';
import { unseal } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import sharp from 'sharp';
import request from 'supertest';
import { aSellForm } from '../testing/sell-form.ts';
import {
  mailSealKey,
  startTestServiceRequest,
  type TestInstance,
  type TestServiceRequest,
} from '../testing/test-service-request.ts';

let service: TestServiceRequest;
/** Events of earlier tests. */
let toldBefore = 0;

beforeAll(async () => {
  service = await startTestServiceRequest();
});
afterEach(async () => {
  service.setClock('2026-11-23T06:00:00Z');
  await service.database.empty();
  for (const id of await readdir(service.photosFolder)) await service.context.photos.store.remove(id);
  toldBefore = service.bus.published.length;
});
afterAll(() => service.stop());

const submit = (
  form: Record<string, string> = aSellForm(),
  {
    photo,
    key,
    token,
    at = service,
  }: { photo?: Buffer; key?: string; token?: string; at?: TestInstance } = {},
) => {
  const call = request(at.server).post('/api/sell-phone/request');
  if (key !== undefined) void call.set('Idempotency-Key', key);
  if (token !== undefined) void call.set('Authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(form)) void call.field(name, value);
  if (photo) void call.attach('phoneImage', photo, 'phone.png');
  return call;
};
const admin = () => ({ Authorization: `Bearer ${service.tokens.admin()}` });
const list = async (query = '') =>
  (await request(service.server).get(`/api/sell-phone/requests${query}`).set(admin()).expect(200)).body.data;
const only = async (): Promise<SellRequestAnswer> => {
  const { requests } = await list();
  expect(requests).toHaveLength(1);
  return requests[0];
};
const put = (what: 'quote' | 'status', id: string, body: object) =>
  request(service.server).put(`/api/sell-phone/request/${id}/${what}`).set(admin()).send(body);
const track = (link: string, step = '') => `/api${link}${step}`;
/** The events of a type in this test, without redeliveries, once there are that many. */
const sent = (type: string, count = 1) =>
  eventually(() => {
    const told = service.bus.published.slice(toldBefore).filter((event) => event.type === type);
    const events = [...new Map(told.map((event) => [event.eventId, event] as const)).values()];
    expect(events).toHaveLength(count);
    return events;
  });
const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '27/1 42/1 0/1' } })
    .jpeg()
    .toBuffer();

describe('a request to sell a phone', () => {
  it('accepts a phone number of a plus and 20 characters (SELL-11, CONF-71)', async () => {
    const contactPhone = '+97798012345678901234';
    await submit(aSellForm({ contactPhone })).expect(201);
    expect(await only()).toMatchObject({ contactPhone });
  });

  it('is submitted without an account, is pending, and is answered with a link (SELL-07, SELL-22, ENT-31, ENT-33, API-26 to API-28, ERR-24, SIL-49)', async () => {
    const { body } = await submit().expect(201);
    expect(body).toEqual({
      success: true,
      message:
        'Your phone selling request has been submitted successfully! We will contact you within 24 hours with a quote.',
      trackingLink: expect.stringMatching(/^\/tracking\/s[\w-]{43}$/),
    });
    expect(await only()).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      fullName: 'Asha Gurung',
      contactEmail: 'asha@example.com',
      contactPhone: '+977 980-123-4567',
      brand: 'apple',
      model: 'iPhone 13',
      condition: 'good',
      storage: '128',
      color: 'black',
      description: 'Always in a case.',
      hasCharger: true,
      expectedPrice: 320.5,
      estimate: { low: 235, high: 278, tableVersion: 1 },
      estimatedPrice: null,
      status: 'pending',
      phoneImage: '',
      adminNotes: '',
    });
  });

  it('publishes one event with the encrypted token, which is stored nowhere else (T1)', async () => {
    const { body } = await submit().expect(201);
    const token = body.trackingLink.replace('/tracking/', '');
    const [event] = await sent(sellRequestReceived.type);
    expect(event?.data).toMatchObject({
      subject: 'Apple iPhone 13, 128 GB, Black',
      customer: { name: 'Asha Gurung', email: 'asha@example.com' },
    });
    const { sealedTrackingToken } = sellRequestReceived.data.parse(event?.data) as {
      sealedTrackingToken: string;
    };
    expect(unseal(sealedTrackingToken, mailSealKey)).toBe(token);
    const stored = await service.database.connection.collection('sell_requests').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('is linked to the account of a valid token; an invalid one is ignored (SIL-48, G6)', async () => {
    await submit(aSellForm(), { token: service.tokens.customer() }).expect(201);
    await submit(aSellForm(), { token: service.tokens.expired() }).expect(201);
    const own = await request(service.server)
      .get('/api/tracking')
      .set('Authorization', `Bearer ${service.tokens.customer()}`)
      .expect(200);
    expect(own.body.data).toHaveLength(1);
    expect(own.body.data[0].trackingLink).toMatch(/^\/tracking\/s/);
    expect((await list()).requests).toHaveLength(2);
  });

  it('is created once when it is sent again or twice at once, also on another instance (G1)', async () => {
    const twin = await service.startTwin();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        submit(aSellForm(), { key: 'the-same-key', at: index % 2 ? twin : service }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.trackingLink)).size).toBe(1);
    await only();
    const other = await submit(aSellForm({ model: 'iPhone 14' }), { key: 'the-same-key' });
    expect([other.status, other.body.code]).toEqual([422, 'key-reused']);
  });

  const refusals: [string, Record<string, string>, string][] = [
    ['a blank name', { fullName: ' ' }, 'Full name is required'],
    ['no model', { model: '' }, 'Please fill in all required fields'],
    ['a brand that is not listed', { brand: 'nokia' }, 'Please fill in all required fields'],
    ['a condition that is not listed', { condition: 'new' }, 'Please fill in all required fields'],
    ['a storage that is not listed', { storage: '100' }, 'Please fill in all required fields'],
    ['a color that is not listed', { color: 'beige' }, 'Please fill in all required fields'],
    ['no address', { contactEmail: 'asha' }, 'Please enter a valid email address'],
    ['a phone of 9 characters', { contactPhone: '123456789' }, 'Please enter a valid phone number'],
    [
      'a phone of 21 characters',
      { contactPhone: '123456789012345678901' },
      'Please enter a valid phone number',
    ],
    [
      'a phone of a plus and 21 characters',
      { contactPhone: '+123456789012345678901' },
      'Please enter a valid phone number',
    ],
    ['a phone of letters', { contactPhone: 'call me maybe' }, 'Please enter a valid phone number'],
    ['20,000 parentheses', { contactPhone: '('.repeat(15_000) }, 'Please enter a valid phone number'],
    ...['0', '-1', '1e308', 'NaN', '5 USD', '0.001'].map(
      (price) =>
        [`the price ${price}`, { expectedPrice: price }, 'Please enter a valid expected price'] satisfies [
          string,
          Record<string, string>,
          string,
        ],
    ),
  ];
  it.each(refusals)(
    'is refused with %s, and nothing is stored (SELL-08 to SELL-13, F-01 to F-03)',
    async (_what, fields, text) => {
      const { status, body } = await submit(aSellForm(fields));
      expect([status, body.error]).toEqual([400, text]);
      expect((await list()).requests).toEqual([]);
    },
  );

  it('accepts every price above 0, also without a digit before the point (SELL-12)', async () => {
    await submit(aSellForm({ expectedPrice: '.5' })).expect(201);
    expect((await only()).expectedPrice).toBe(0.5);
    await submit(aSellForm({ expectedPrice: '.' })).expect(400);
  });

  it('ignores status, price, notes and id of a client (F-04, S1)', async () => {
    await submit(
      aSellForm({ status: 'accepted', estimatedPrice: '9999', adminNotes: 'x', _id: 'a'.repeat(24) }),
    ).expect(201);
    expect(await only()).toMatchObject({ status: 'pending', estimatedPrice: null, adminNotes: '' });
  });

  it('keeps markup and formulas as plain text (F-06)', async () => {
    const fullName = '=HYPERLINK("http://evil") <b>x</b>';
    await submit(aSellForm({ fullName })).expect(201);
    expect((await only()).fullName).toBe(fullName);
  });

  it('is limited per hour by network (G7, F-07)', async () => {
    const few = await startTestServiceRequest({ 'sell-request': 20 });
    try {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          submit(aSellForm({ contactEmail: `p${index}@example.com` }), { at: few }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
      const refused = answers.find(({ status }) => status !== 201);
      expect([refused?.status, refused?.body.code]).toEqual([429, 'too-many-requests']);
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await few.stop();
    }
  });
});

describe('the photo', () => {
  it('is re-encoded without metadata, for staff and the holder of the link (B-12, F-09, SELL-02, ENT-32)', async () => {
    const { body } = await submit(aSellForm(), { photo: await photo() }).expect(201);
    const { phoneImage } = await only();
    const seen = await request(service.server).get(phoneImage).set(admin()).expect(200);
    const metadata = await sharp(seen.body as Buffer).metadata();
    expect([metadata.format, metadata.width, metadata.exif]).toEqual(['webp', 60, undefined]);
    await request(service.server).get(track(body.trackingLink, '/photo')).expect(200);
  });

  it.each([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      'Please upload only JPEG, PNG, or GIF images',
    ],
    ['text', Buffer.from('no picture'), 415, 'Please upload only JPEG, PNG, or GIF images'],
    ['5 MB and a byte', Buffer.alloc(5 * 1024 * 1024 + 1), 413, 'File size must be less than 5MB'],
  ])(
    'is refused when it is %s: no record, no file (SELL-14, SELL-15, F-05)',
    async (_what, bytes, status, text) => {
      const answer = await submit(aSellForm(), { photo: bytes });
      expect([answer.status, answer.body.error]).toEqual([status, text]);
      expect((await list()).requests).toEqual([]);
      expect(await readdir(service.photosFolder)).toEqual([]);
    },
  );

  it('is shown to an admin by the cookie of the admin files or a token, and to no one else (F-09)', async () => {
    await submit(aSellForm(), { photo: await photo() }).expect(201);
    const { phoneImage } = await only();
    const ask = (headers: Record<string, string>) =>
      request(service.server)
        .get(phoneImage)
        .set(headers)
        .then(({ status }) => status);
    const cookie = (value: string, name = 'kinmel-admin-files') => ({
      Cookie: `theme=dark; ${name}=${value}`,
    });
    const { tokens } = service;
    expect(await ask(admin())).toBe(200);
    expect(await ask(cookie(tokens.adminFiles()))).toBe(200);
    expect(await ask(cookie(tokens.adminFiles(), '__Host-kinmel-admin-files'))).toBe(200);
    expect(await ask(cookie(tokens.adminFiles(), '__Secure-kinmel-admin-files'))).toBe(200);
    const others: Record<string, string>[] = [
      {},
      { Authorization: `Bearer ${tokens.customer()}` },
      { Authorization: `Bearer ${tokens.adminFiles()}` },
      cookie(tokens.admin()),
      cookie(tokens.adminFiles({ expiresIn: -60 })),
      cookie(tokens.adminFiles({ keyid: 'never-seen' })),
      cookie('x'),
      cookie(tokens.adminFiles(), 'xkinmel-admin-files'),
      cookie(tokens.adminFiles(), '__Other-kinmel-admin-files'),
    ];
    for (const headers of others) expect([headers, await ask(headers)]).toEqual([headers, 404]);
    service.setRoleNow('user');
    expect(await ask(cookie(tokens.adminFiles()))).toBe(404);
    service.setRoleNow('admin');
    // An unknown id has the same answer.
    await request(service.server).get('/api/sell-phone/request/0123456789abcdef01234567/photo').expect(404);
  });

  it('is deleted with its request (S5, AAPI-11, ASELL-30)', async () => {
    const bytes = await photo();
    const first = (await submit(aSellForm(), { photo: bytes }).expect(201)).body.trackingLink;
    const second = (await submit(aSellForm(), { photo: bytes }).expect(201)).body.trackingLink;
    const [newest] = (await list()).requests;
    await request(service.server).delete(`/api/sell-phone/request/${newest.id}`).set(admin()).expect(200);
    expect((await readdir(service.photosFolder)).length).toBe(1);
    const states = await Promise.all(
      [first, second].map(async (link) => (await request(service.server).get(track(link, '/photo'))).status),
    );
    expect(states.toSorted((a, b) => a - b)).toEqual([200, 404]);
    await request(service.server).delete(`/api/sell-phone/request/${newest.id}`).set(admin()).expect(404);
    const left = await service.database.connection
      .collection('sell_requests')
      .find({ name: 'Asha Gurung' })
      .toArray();
    expect(left).toHaveLength(1);
  });
});

describe('staff', () => {
  it('get ten per page by default (ASELL-36, CONF-60)', async () => {
    for (let count = 0; count < 11; count += 1) await submit().expect(201);
    const { requests, pagination } = await list();
    expect(requests).toHaveLength(10);
    expect(pagination).toMatchObject({ totalRequests: 11, totalPages: 2, hasNext: true });
  });

  it('find requests by status, literal text and page (AAPI-03 to AAPI-06, ASELL-01, ASELL-03, F-10)', async () => {
    for (const model of ['iPhone 13', 'iPhone 14', 'Galaxy .*'])
      await submit(aSellForm({ model, brand: model.startsWith('Galaxy') ? 'samsung' : 'apple' })).expect(201);
    const names = async (query: string) =>
      (await list(query)).requests.map(({ model }: { model: string }) => model);
    expect(await names('?search=IPHONE')).toEqual(['iPhone 14', 'iPhone 13']);
    expect(await names('?search=.*')).toEqual(['Galaxy .*']);
    expect(await names('?search=ASHA@example')).toHaveLength(3);
    expect(await names('?status=quoted')).toEqual([]);
    const { requests, pagination } = await list('?page=2&limit=2&status=all');
    expect(requests).toHaveLength(1);
    expect(pagination).toEqual({
      currentPage: 2,
      totalPages: 2,
      totalRequests: 3,
      hasNext: false,
      hasPrev: true,
    });
    for (const query of ['?status=hacked', '?status[$ne]=x', '?page=0', '?limit=1000', '?sort=x'])
      expect(
        (await request(service.server).get(`/api/sell-phone/requests${query}`).set(admin())).status,
      ).toBe(400);
  });

  it.each([
    ['nobody', 401, () => ({})],
    ['a customer', 403, () => ({ Authorization: `Bearer ${service.tokens.customer()}` })],
  ])('alone read, quote, change and delete: %s is answered %i (F-08)', async (_who, status, headers) => {
    await submit().expect(201);
    const { id } = await only();
    const calls = [
      request(service.server).get('/api/sell-phone/requests'),
      request(service.server).put(`/api/sell-phone/request/${id}/quote`).send({ estimatedPrice: 1 }),
      request(service.server).put(`/api/sell-phone/request/${id}/status`).send({ status: 'rejected' }),
      request(service.server).delete(`/api/sell-phone/request/${id}`),
    ];
    for (const call of calls) expect((await call.set(headers())).status).toBe(status);
    expect((await only()).status).toBe('pending');
  });

  it('quote a pending request without a note, with an event that has the expiry (AAPI-09, AAPI-10, ASELL-29, S3)', async () => {
    await submit().expect(201);
    const { id } = await only();
    const { body } = await put('quote', id, { estimatedPrice: 250.5 }).expect(200);
    expect(body.data).toMatchObject({ status: 'quoted', estimatedPrice: 250.5, version: 2 });
    expect(body.data.quoteValidUntil).toBe('2026-11-30T06:00:00.000Z');
    const [event] = await sent(sellRequestQuoted.type);
    expect(event?.data).toMatchObject({ priceInMinorUnits: 25_050, validUntil: '2026-11-30T06:00:00.000Z' });
  });

  it.each([[-1], ['abc'], [1e12], [0.001]])(
    'are refused with the price %j (F-11, ASELL-33)',
    async (estimatedPrice) => {
      await submit().expect(201);
      const { id } = await only();
      expect((await put('quote', id, { estimatedPrice })).status).toBe(400);
      expect((await put('quote', 'a'.repeat(24), { estimatedPrice: 5 })).status).toBe(404);
      expect((await only()).estimatedPrice).toBeNull();
    },
  );

  it('set any known status; an unusual step needs a note, which the tracking page shows without personal data (SELL-06, ASELL-28, SIL-38, S2, G2, G4, T3)', async () => {
    const { body } = await submit().expect(201);
    const { id } = await only();
    const over = await put('status', id, { status: 'completed' });
    expect([over.status, over.body.code]).toEqual([409, 'conflict']);
    await put('status', id, { status: 'completed', adminNotes: 'Bought over the counter.' }).expect(200);
    expect((await put('status', id, { status: 'hacked', adminNotes: 'x' })).status).toBe(400);
    const seen = (await request(service.server).get(track(body.trackingLink)).expect(200)).body.data;
    expect([seen.status, seen.note]).toEqual(['completed', 'Bought over the counter.']);
    expect(seen.history.at(-1)).toMatchObject({ by: 'admin', from: 'pending', to: 'completed' });
    expect(JSON.stringify(seen)).not.toMatch(/Asha|asha@|980|who/);
    expect((await sent(sellRequestStatusChanged.type)).map(({ data }) => data)).toEqual([
      expect.objectContaining({ from: 'pending', to: 'completed', by: 'admin' }),
    ]);
  });
});

describe('the holder of the link', () => {
  const quoted = async (price = 250) => {
    const { body } = await submit().expect(201);
    const { id } = await only();
    await put('quote', id, { estimatedPrice: price }).expect(200);
    return { id, link: body.trackingLink as string };
  };
  const seen = async (link: string) => (await request(service.server).get(track(link)).expect(200)).body.data;
  const answer = (link: string, what: 'accept' | 'decline', version: number, at: TestInstance = service) =>
    request(at.server)
      .post(track(link, `/${what}`))
      .send({ version });

  it('accepts a quote, and a repeated call has the same answer (SIL-49, S4)', async () => {
    const { link } = await quoted();
    expect(await seen(link)).toMatchObject({
      actions: ['accept', 'decline'],
      quote: { price: 250 },
      offered: { condition: 'good', hasCharger: true, expectedPrice: 320.5 },
    });
    const first = (await answer(link, 'accept', 2).expect(200)).body.data;
    expect(first).toMatchObject({ status: 'accepted', actions: [] });
    expect((await answer(link, 'accept', 2).expect(200)).body.data).toEqual(first);
    expect((await answer(link, 'decline', 3)).status).toBe(409);
    await sent(sellRequestStatusChanged.type);
  });

  it('accepts only the quote that was seen; a different price needs a note and a new answer (S3, S4)', async () => {
    const { id, link } = await quoted();
    await answer(link, 'accept', 2).expect(200);
    expect((await put('quote', id, { estimatedPrice: 200 })).status).toBe(409);
    await put('quote', id, { estimatedPrice: 200, adminNotes: 'A scratch on the back.' }).expect(200);
    expect(await seen(link)).toMatchObject({ status: 'quoted', quote: { price: 200 } });
    const late = await answer(link, 'accept', 2);
    expect([late.status, late.body.code]).toEqual([409, 'version-conflict']);
    await answer(link, 'accept', 4).expect(200);
  });

  it('sees the history in order (SIL-49)', async () => {
    const { link } = await quoted();
    await answer(link, 'accept', 2).expect(200);
    const steps = (await seen(link)).history.map(({ what, to }: { what: string; to: string }) => [what, to]);
    expect(steps).toEqual([
      ['status', 'pending'],
      ['quote', '250.00'],
      ['status', 'quoted'],
      ['status', 'accepted'],
    ]);
  });

  it('changes nothing by reading, whichever method a mail scanner uses', async () => {
    const { link } = await quoted();
    for (const step of ['', '/accept', '/decline']) {
      await request(service.server).get(track(link, step));
      await request(service.server).head(track(link, step));
    }
    expect((await only()).status).toBe('quoted');
  });

  it.each([
    ['another one', `s${'A'.repeat(43)}`],
    ['one of another kind', `b${'A'.repeat(43)}`],
    ['one of no kind', `x${'A'.repeat(43)}`],
  ])('is somebody else with %s (T2)', async (_what, token) => {
    await quoted();
    const link = `/tracking/${token}`;
    for (const { status, body } of [
      await request(service.server).get(track(link)),
      await answer(link, 'accept', 2),
      await answer(link, 'decline', 2),
    ])
      expect([status, body.message]).toEqual([404, 'This link is not valid any more.']);
  });

  it('and staff have one outcome when they act at once: 100 rounds on two instances (S4)', async () => {
    const twin = await service.startTwin();
    const rounds = Array.from({ length: 100 }, async (_, round) => {
      const form = aSellForm({ contactEmail: `p${round}@example.com` });
      const { body } = await submit(form).expect(201);
      const [{ id }] = (await list(`?search=p${round}@example.com`)).requests;
      await put('quote', id, { estimatedPrice: 250 }).expect(200);
      await Promise.all([
        answer(body.trackingLink, 'accept', 2),
        answer(body.trackingLink, 'decline', 2, twin),
        put('quote', id, { estimatedPrice: 260, adminNotes: 'Looked again.', version: 2 }),
      ]);
      const end = await seen(body.trackingLink);
      return [end.version, end.history.length];
    });
    for (const [version, steps] of await Promise.all(rounds)) {
      // One of the three calls succeeds.
      expect(version).toBe(3);
      expect([4, 5]).toContain(steps);
    }
    await eventually(() => {
      const told = service.bus.published
        .slice(toldBefore)
        .filter(({ type }) => type !== sellRequestReceived.type);
      expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(200);
    });
  }, 60_000);
});

describe('a request that staff delete', () => {
  const remove = (id: string, query = '') =>
    request(service.server).delete(`/api/sell-phone/request/${id}${query}`).set(admin());
  const submitted = async () => {
    const { body } = await submit().expect(201);
    return { ...(await only()), link: body.trackingLink as string };
  };
  const say = (link: string, what: 'accept' | 'decline', version: number) =>
    request(service.server)
      .post(track(link, `/${what}`))
      .send({ version });

  it('stays when they saw an outdated version (G3, S6)', async () => {
    const { id } = await submitted();
    await put('status', id, { status: 'reviewed' }).expect(200);
    const stale = await remove(id, '?version=1');
    expect([stale.status, stale.body.code]).toEqual([409, 'version-conflict']);
    expect((await only()).status).toBe('reviewed');
    await remove(id, '?version=2').expect(200);
    expect((await list()).requests).toEqual([]);
    for (const query of ['?version=0', '?version=x', '?version[$ne]=1', '?who=me'])
      expect((await remove(id, query)).status).toBe(400);
  });

  it('is closed with a mail and a note on its tracking page, without personal data (S6, T2)', async () => {
    const { id, link } = await submitted();
    await put('quote', id, { estimatedPrice: 250, adminNotes: 'Asha sounds nice.' }).expect(200);
    await remove(id).expect(200);
    const [event] = await sent(sellRequestStatusChanged.type);
    expect(event).toMatchObject({
      aggregateVersion: 3,
      data: { from: 'quoted', to: 'rejected', by: 'admin', customer: { email: 'asha@example.com' } },
    });
    const { data } = (await request(service.server).get(track(link)).expect(200)).body;
    expect(data).toMatchObject({
      status: 'rejected',
      version: 3,
      actions: [],
      hasPhoto: false,
      note: 'The shop has closed this request and erased your details.',
    });
    expect(data.history.at(-1)).toMatchObject({ from: 'quoted', to: 'rejected', note: '' });
    expect(JSON.stringify(data)).not.toMatch(/Asha|asha@|980/);
    for (const late of [
      await say(link, 'accept', 2),
      await request(service.server).post(track(link, '/cancel')).send({}),
    ])
      expect([late.status, late.body.message]).toEqual([409, 'The shop has closed this request.']);
    const stored = await service.database.connection.collection('sell_requests').findOne();
    expect(stored).toMatchObject({ name: '', email: '', phone: '', userId: null, description: '' });
    expect(JSON.stringify({ ...stored, outbox: [] })).not.toMatch(/Asha|asha@|980/);
  });

  it('is purged after 30 days, once its events are sent (S6)', async () => {
    const { id, link } = await submitted();
    await sent(sellRequestReceived.type);
    service.bus.disconnect();
    await remove(id).expect(200);
    service.setClock('2026-12-23T06:00:00Z');
    const purge = () => service.context.requests['sell-request'].purge(new Date('2026-12-23T06:00:00Z'));
    expect(await service.context.requests['sell-request'].purge(new Date('2026-11-23T05:59:59Z'))).toBe(0);
    expect(await purge()).toBe(0);
    await request(service.server).get(track(link)).expect(200);
    service.bus.reconnect();
    await sent(sellRequestStatusChanged.type);
    await eventually(async () => expect(await purge()).toBe(1));
    await request(service.server).get(track(link)).expect(404);
  });
});

describe('before a quote', () => {
  const withdraw = (link: string, at: TestInstance = service) =>
    request(at.server).post(track(link, '/cancel')).send({});

  it.each(['pending', 'reviewed'])(
    'the holder of the link withdraws a %s request, repeatably, and staff see who it was (S7)',
    async (status) => {
      const { body } = await submit().expect(201);
      const { id } = await only();
      if (status !== 'pending') await put('status', id, { status }).expect(200);
      const link = body.trackingLink as string;
      expect((await request(service.server).get(track(link))).body.data.actions).toEqual(['cancel']);
      const first = await withdraw(link).expect(200);
      expect(first.body).toMatchObject({
        message: 'Your request is withdrawn.',
        data: { status: 'rejected', actions: [] },
      });
      expect((await withdraw(link).expect(200)).body).toEqual(first.body);
      expect((await only()).history.at(-1)).toMatchObject({ by: 'customer', from: status, to: 'rejected' });
      const events = await sent(sellRequestStatusChanged.type, status === 'pending' ? 1 : 2);
      expect(events.at(-1)?.data).toMatchObject({ from: status, to: 'rejected', by: 'customer', note: '' });
      const { data } = (
        await request(service.server).get('/api/admin/services/service-request/work').set(admin()).expect(200)
      ).body;
      expect(data).toEqual([]);
    },
  );

  it('a quote and a withdrawal at once have one outcome: 30 rounds on two instances (S7)', async () => {
    const twin = await service.startTwin();
    const rounds = Array.from({ length: 30 }, async (_, round) => {
      const { body } = await submit(aSellForm({ contactEmail: `w${round}@example.com` })).expect(201);
      const [{ id }] = (await list(`?search=w${round}@example.com`)).requests;
      const [quoted, withdrawn] = await Promise.all([
        put('quote', id, { estimatedPrice: 250, version: 1 }),
        withdraw(body.trackingLink, twin),
      ]);
      const end = (await request(service.server).get(track(body.trackingLink)).expect(200)).body.data;
      expect([quoted.status, withdrawn.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect([end.status, end.version]).toEqual([quoted.status === 200 ? 'quoted' : 'rejected', 2]);
    });
    await Promise.all(rounds);
  }, 60_000);
});
