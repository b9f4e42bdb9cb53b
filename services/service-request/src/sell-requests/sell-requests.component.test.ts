import { readdir } from 'node:fs/promises';
import { sellRequestQuoted, sellRequestReceived, sellRequestStatusChanged } from '@kinmel/contracts';
import { unseal } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { readCsv } from '@kinmel/testing/servers';
import sharp from 'sharp';
import { personalData } from '../testing/request-forms.ts';
import { addressOf, aPhoto, testWithRequests } from '../testing/test-requests.ts';
import { mailSealKey } from '../testing/test-service-request.ts';

const shop = testWithRequests();
const { asAdmin, call, quote, readByLink, eventsOf, step } = shop;
const submit = (form?: object, photo?: Buffer) => shop.send('sell-request', form, photo ? { photo } : {});
const submitRequest = (form?: object, photo?: Buffer) =>
  shop.submit('sell-request', form, photo ? { photo } : {});
const setStatus = (id: string, body: object) => shop.put('sell-request', id, body);
const list = (query?: object) => shop.list('sell-request', query);
const onlyOne = async () => {
  const requests = await list();
  expect(requests).toHaveLength(1);
  return requests[0];
};
const submitQuoted = async (price = 250) => {
  const { id, link } = await submitRequest();
  await quote(id, { estimatedPrice: price }).expect(200);
  return { id, link };
};

/** The acceptances of the first quote, of $250, and of a second one, of $200. */
const firstAcceptance = { version: 2, amountInMinorUnits: 3_375_000 };
const secondAcceptance = { version: 4, amountInMinorUnits: 2_700_000 };

describe('a request to sell a phone', () => {
  it('is submitted without an account, and is answered with a link (SELL-07, SELL-22, API-26 to API-28, ERR-24, SIL-49)', async () => {
    const { body } = await submit().expect(201);
    expect(body).toEqual({
      success: true,
      message:
        'Your phone selling request has been submitted successfully! We will contact you within 24 hours with a quote.',
      trackingLink: expect.stringMatching(/^\/request-links\/s[\w-]{43}$/),
    });
  });

  it('publishes one event with the encrypted token, which is stored nowhere else (SR-T1)', async () => {
    const { link } = await submitRequest();
    const token = link.replace('/request-links/', '');
    const [event] = await eventsOf(sellRequestReceived.type);
    expect(event?.data).toMatchObject({
      subject: 'Apple iPhone 13, 128 GB, Black',
      customer: { name: 'Asha Gurung', email: 'asha@example.com' },
    });
    const { sealedTrackingToken } = (event?.data ?? {}) as { sealedTrackingToken: string };
    expect(unseal(sealedTrackingToken, mailSealKey)).toBe(token);
    expect(JSON.stringify(await shop.stored('sell-request'))).not.toContain(token);
  });

  const [required, noPhone, noPrice] = [
    'Please fill in all required fields',
    'Please enter a valid phone number',
    'Please enter a valid expected price',
  ];
  const refusals: [string, string, string][] = [
    ['fullName', ' ', 'Full name is required'],
    ['model', '', required],
    ['brand', 'nokia', required],
    ['condition', 'new', required],
    ['storage', '100', required],
    ['color', 'beige', required],
    ['contactEmail', 'asha', 'Please enter a valid email address'],
    ['contactPhone', '123456789', noPhone],
    ['contactPhone', '123456789012345678901', noPhone],
    ['contactPhone', '+123456789012345678901', noPhone],
    ['contactPhone', 'call me maybe', noPhone],
    ['contactPhone', '('.repeat(15_000), noPhone],
    ...['0', '-1', '1e308', 'NaN', '5 USD', '0.001', '.'].map((price): [string, string, string] => [
      'expectedPrice',
      price,
      noPrice,
    ]),
  ];
  it.each(refusals)(
    'is refused with an invalid %s (case %#), and nothing is stored (SELL-08 to SELL-13, F-01 to F-03)',
    async (field, value, text) => {
      const { status, body } = await submit({ [field]: value });
      expect([status, body.error]).toEqual([400, text]);
      expect(await list()).toEqual([]);
    },
  );

  it('accepts a phone number of a plus and 20 characters, every price above 0, and keeps markup and formulas as text (SELL-11, SELL-12, CONF-71, F-06)', async () => {
    const fullName = '=HYPERLINK("http://evil") <b>x</b>';
    const form = { contactPhone: '+97798012345678901234', expectedPrice: '.5', fullName };
    expect(await submitRequest(form)).toMatchObject({ ...form, expectedPrice: 0.5 });
  });
});

describe('the photo', () => {
  it('is re-encoded without metadata, for staff and the holder of the link (B-12, F-09, SELL-02, ENT-32)', async () => {
    const { id, phoneImage, link } = await submitRequest({}, await aPhoto());
    expect(phoneImage).toBe(`/api/sell-phone/request/${id}/photo`);
    const { body } = await asAdmin('get', phoneImage).expect(200);
    const metadata = await sharp(body as Buffer).metadata();
    expect([metadata.format, metadata.width, metadata.exif]).toEqual(['webp', 60, undefined]);
    await call('get', `/api${link}/photo`).expect(200);
  });

  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', 'no picture'])(
    'is refused when it is %s: no record, no file (SELL-15, F-05)',
    async (text) => {
      const { status, body } = await submit({}, Buffer.from(text));
      expect([status, body.error]).toEqual([415, 'Please upload only JPEG, PNG, or GIF images']);
      expect(await list()).toEqual([]);
      expect(await readdir(shop.service.photosFolder)).toEqual([]);
    },
  );

  it('is shown to an admin by the cookie of the admin files or a token, and to no one else (F-09)', async () => {
    const { phoneImage } = await submitRequest({}, await aPhoto());
    const { tokens } = shop.service;
    const statusFor = async (headers: Record<string, string>) =>
      (await call('get', phoneImage).set(headers)).status;
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
    const cookie = (value: string, prefix = '') => ({
      Cookie: `theme=dark; ${prefix}kinmel-admin-files=${value}`,
    });
    expect(await statusFor(bearer(tokens.admin()))).toBe(200);
    for (const prefix of ['', '__Host-', '__Secure-'])
      expect(await statusFor(cookie(tokens.adminFiles(), prefix))).toBe(200);
    const refusedHeaders: Record<string, string>[] = [
      {},
      bearer(tokens.customer()),
      bearer(tokens.adminFiles()),
      cookie(tokens.admin()),
      cookie(tokens.adminFiles({ expiresIn: -60 })),
      cookie(tokens.adminFiles({ keyid: 'never-seen' })),
      cookie('x'),
      cookie(tokens.adminFiles(), 'x'),
      cookie(tokens.adminFiles(), '__Other-'),
    ];
    for (const headers of refusedHeaders) expect([headers, await statusFor(headers)]).toEqual([headers, 404]);
    shop.service.setRoleNow('user');
    expect(await statusFor(cookie(tokens.adminFiles()))).toBe(404);
    shop.service.setRoleNow('admin');
    // An unknown id gets the same answer.
    await call('get', '/api/sell-phone/request/0123456789abcdef01234567/photo').expect(404);
  });

  it('is deleted with its request (SR-S5, AAPI-11, ASELL-30)', async () => {
    const [first, second] = [
      await submitRequest({}, await aPhoto()),
      await submitRequest({}, await aPhoto()),
    ];
    const remove = () => asAdmin('delete', addressOf('sell-request', second.id));
    await remove().expect(200);
    expect(await readdir(shop.service.photosFolder)).toHaveLength(1);
    await call('get', `/api${first.link}/photo`).expect(200);
    await call('get', `/api${second.link}/photo`).expect(404);
    await remove().expect(404);
    const names = (await shop.stored('sell-request')).map(({ name }) => name as string);
    expect(names.toSorted()).toEqual(['', 'Asha Gurung']);
  });
});

describe('a quote', () => {
  it('of a pending request needs no note, and its event has the expiry (AAPI-09, AAPI-10, ASELL-29, SR-S3)', async () => {
    const { id } = await submitRequest();
    const { body } = await quote(id, { estimatedPrice: 250.5 }).expect(200);
    const quoteValidUntil = '2026-11-30T06:00:00.000Z';
    expect(body.data).toMatchObject({ status: 'quoted', estimatedPrice: 250.5, version: 2, quoteValidUntil });
    const [event] = await eventsOf(sellRequestQuoted.type);
    expect(event?.data).toMatchObject({ priceInMinorUnits: 25_050, validUntil: quoteValidUntil });
  });

  it('with an invalid price, or of an unknown request, is refused (F-11, ASELL-33)', async () => {
    const { id } = await submitRequest();
    for (const estimatedPrice of [-1, 'abc', 1e12, 0.001]) await quote(id, { estimatedPrice }).expect(400);
    await quote('a'.repeat(24), { estimatedPrice: 5 }).expect(404);
    expect((await onlyOne()).estimatedPrice).toBeNull();
  });

  it('is accepted by the holder of the link, and a repeated call has the same answer (SIL-49, SR-S4)', async () => {
    const { link } = await submitQuoted();
    expect(await readByLink(link)).toMatchObject({
      actions: ['accept', 'decline'],
      quote: { price: 250 },
      offered: { condition: 'good', hasCharger: true, expectedPrice: 320.5 },
    });
    const first = (await step(link, 'accept', firstAcceptance).expect(200)).body.data;
    expect(first).toMatchObject({ status: 'accepted', actions: [] });
    const steps = first.history.map(({ what, to }: { what: string; to: string }) => [what, to]);
    expect(steps).toEqual([
      ['status', 'pending'],
      ['quote', '250.00'],
      ['status', 'quoted'],
      ['status', 'accepted'],
    ]);
    expect((await step(link, 'accept', firstAcceptance).expect(200)).body.data).toEqual(first);
    await step(link, 'decline', { version: 3 }).expect(409);
    await eventsOf(sellRequestStatusChanged.type);
  });

  it('is accepted only as it was seen; a different price needs a note and a new answer (SR-S3, SR-S4)', async () => {
    const { id, link } = await submitQuoted();
    await step(link, 'accept', firstAcceptance).expect(200);
    await quote(id, { estimatedPrice: 200 }).expect(409);
    await quote(id, { estimatedPrice: 200, adminNotes: 'A scratch on the back.' }).expect(200);
    expect(await readByLink(link)).toMatchObject({ status: 'quoted', quote: { price: 200 } });
    const late = await step(link, 'accept', firstAcceptance);
    expect([late.status, late.body.code]).toEqual([409, 'version-conflict']);
    await step(link, 'accept', secondAcceptance).expect(200);
  });

  it('is paid in the currency of the shop at the rate of its acceptance, shown to both and in the CSV (SR-S8)', async () => {
    const { id, link } = await submitQuoted();
    expect((await readByLink(link)).quote).toMatchObject({ price: 250, currency: 'USD', agreed: null });
    const agreed = { amountInMinorUnits: 3_375_000, currency: 'NPR' };
    const { body } = await step(link, 'accept', firstAcceptance).expect(200);
    expect(body.data.quote.agreed).toEqual(agreed);
    const [event] = await eventsOf(sellRequestStatusChanged.type);
    expect(event?.data).toMatchObject({ to: 'accepted', agreed });
    shop.service.setRate(14_000);
    shop.service.setClock('2026-11-23T06:05:00Z');
    await setStatus(id, { status: 'accepted', adminNotes: 'Please bring it.' }).expect(200);
    expect((await onlyOne()).agreed).toEqual({
      amount: agreed,
      rate: { number: 1, shopMinorUnits: 13_500 },
      payment: null,
    });
    const { text } = await asAdmin('get', '/api/admin/requests/export')
      .query({ kind: 'sell-request', columns: 'agreed,status' })
      .expect(200);
    expect(readCsv(text)).toEqual([
      ['Agreed (NPR)', 'Status'],
      ['33750', 'accepted'],
    ]);
    await setStatus(id, { status: 'quoted', adminNotes: 'It does not start.' }).expect(200);
    expect((await readByLink(link)).quote.agreed).toBeNull();
    await setStatus(id, { status: 'accepted' }).expect(200);
    expect((await readByLink(link)).quote.agreed).toEqual({ ...agreed, amountInMinorUnits: 3_500_000 });
  });

  it('is not accepted while the rate of the dollar is not known, and nothing is changed (SR-S8)', async () => {
    const { id, link } = await submitQuoted();
    shop.service.setOrderAway(true);
    const twin = await shop.service.startTwin();
    const refused = [
      await step(link, 'accept', firstAcceptance, twin),
      await shop.put('sell-request', id, { status: 'accepted' }, twin),
    ];
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([503, 'service-unavailable']);
      expect(body.message).toContain('The rate of the dollar is not known');
    }
    expect(await onlyOne()).toMatchObject({ status: 'quoted', version: 2, agreed: null });
    shop.service.setOrderAway(false);
    await step(link, 'accept', firstAcceptance, twin).expect(200);
  });

  it('of a request that was stored before quotes had a currency is in dollars, and agreed with its next acceptance (SR-S8)', async () => {
    const { link } = await submitQuoted();
    await shop.collection('sell-request').updateMany({}, { $unset: { currency: 1, agreed: 1 } });
    expect(await onlyOne()).toMatchObject({ currency: 'USD', agreed: null });
    await step(link, 'accept', firstAcceptance).expect(200);
    expect(await shop.stored('sell-request')).toMatchObject([
      { currency: 'USD', agreed: { amount: { amountInMinorUnits: 3_375_000, currency: 'NPR' } } },
    ]);
  });

  it('is not answered by reading, whichever method a mail scanner uses', async () => {
    const { link } = await submitQuoted();
    for (const path of [link, `${link}/accept`, `${link}/decline`])
      for (const method of ['get', 'head'] as const) await call(method, `/api${path}`);
    expect((await onlyOne()).status).toBe('quoted');
  });

  it('and concurrent answers have one outcome: 100 rounds on two instances (SR-S4)', async () => {
    const twin = await shop.service.startTwin();
    const rounds = Array.from({ length: 100 }, async (_, round) => {
      const contactEmail = `p${round}@example.com`;
      const { trackingLink: link } = (await submit({ contactEmail }).expect(201)).body;
      const [{ id }] = await list({ search: contactEmail });
      await quote(id, { estimatedPrice: 250 }).expect(200);
      await Promise.all([
        step(link, 'accept', firstAcceptance),
        step(link, 'decline', { version: 2 }, twin),
        quote(id, { estimatedPrice: 260, adminNotes: 'Looked again.', version: 2 }),
      ]);
      const { version, history } = await readByLink(link);
      return [version, history.length];
    });
    for (const [version, steps] of await Promise.all(rounds)) {
      // One of the three calls succeeds.
      expect(version).toBe(3);
      expect([4, 5]).toContain(steps);
    }
    await eventually(() => {
      const changes = [...shop.published().values()].filter(({ type }) => type !== sellRequestReceived.type);
      expect(changes).toHaveLength(200);
    });
  }, 60_000);
});

describe('a request that staff delete', () => {
  const remove = (id: string, query = '') => asAdmin('delete', addressOf('sell-request', id) + query);

  it('is not deleted when they saw an outdated version (SR-G3, SR-S6)', async () => {
    const { id } = await submitRequest();
    await setStatus(id, { status: 'reviewed' }).expect(200);
    const stale = await remove(id, '?version=1');
    expect([stale.status, stale.body.code]).toEqual([409, 'version-conflict']);
    expect((await onlyOne()).status).toBe('reviewed');
    await remove(id, '?version=2').expect(200);
    expect(await list()).toEqual([]);
    for (const query of ['?version=0', '?version=x', '?version[$ne]=1', '?who=me'])
      await remove(id, query).expect(400);
  });

  it('is closed with a mail and a note on its tracking page, without personal data (SR-S6, SR-T2)', async () => {
    const { id, link } = await submitRequest();
    await quote(id, { estimatedPrice: 250, adminNotes: 'Asha sounds nice.' }).expect(200);
    await remove(id).expect(200);
    const [event] = await eventsOf(sellRequestStatusChanged.type);
    expect(event).toMatchObject({
      aggregateVersion: 3,
      data: { from: 'quoted', to: 'rejected', by: 'admin', customer: { email: 'asha@example.com' } },
    });
    const data = await readByLink(link);
    expect(data).toMatchObject({
      status: 'rejected',
      version: 3,
      actions: [],
      hasPhoto: false,
      note: 'The shop has closed this request and erased your details.',
    });
    expect(data.history.at(-1)).toMatchObject({ from: 'quoted', to: 'rejected', note: '' });
    expect(JSON.stringify(data)).not.toMatch(personalData);
    for (const late of [await step(link, 'accept', firstAcceptance), await step(link, 'cancel')])
      expect([late.status, late.body.message]).toEqual([409, 'The shop has closed this request.']);
    const [stored] = await shop.stored('sell-request');
    expect(stored).toMatchObject({ name: '', email: '', phone: '', userId: null, description: '' });
    expect(JSON.stringify(stored)).not.toMatch(/Asha|asha@|980-123/);
  });

  it('is purged after 30 days, and its unsent event is still sent (SR-S6)', async () => {
    const { id, link } = await submitRequest();
    await eventsOf(sellRequestReceived.type);
    shop.service.bus.disconnect();
    await remove(id).expect(200);
    shop.service.setClock('2026-12-23T06:00:00Z');
    const purge = (before = '2026-12-23T06:00:00Z') =>
      shop.service.context.requests['sell-request'].purge(new Date(before));
    expect(await purge('2026-11-23T05:59:59Z')).toBe(0);
    await readByLink(link);
    expect(await purge()).toBe(1);
    await call('get', `/api${link}`).expect(404);
    shop.service.bus.reconnect();
    await eventsOf(sellRequestStatusChanged.type);
  });
});

describe('before a quote', () => {
  it.each(['pending', 'reviewed'])(
    'the holder of the link withdraws a %s request, repeatably, and staff see that the customer did (SR-S7)',
    async (status) => {
      const { id, link } = await submitRequest();
      if (status !== 'pending') await setStatus(id, { status }).expect(200);
      expect((await readByLink(link)).actions).toEqual(['cancel']);
      const first = await step(link, 'cancel').expect(200);
      expect(first.body).toMatchObject({
        message: 'Your request is withdrawn.',
        data: { status: 'rejected', actions: [] },
      });
      expect((await step(link, 'cancel').expect(200)).body).toEqual(first.body);
      expect((await onlyOne()).history.at(-1)).toMatchObject({
        by: 'customer',
        from: status,
        to: 'rejected',
      });
      const events = await eventsOf(sellRequestStatusChanged.type, status === 'pending' ? 1 : 2);
      expect(events.at(-1)?.data).toMatchObject({ from: status, to: 'rejected', by: 'customer', note: '' });
      const { data } = (await asAdmin('get', '/api/admin/services/service-request/work').expect(200)).body;
      expect(data).toEqual([]);
    },
  );

  it('a concurrent quote and withdrawal have one outcome: 30 rounds on two instances (SR-S7)', async () => {
    const twin = await shop.service.startTwin();
    const rounds = Array.from({ length: 30 }, async (_, round) => {
      const contactEmail = `w${round}@example.com`;
      const { trackingLink: link } = (await submit({ contactEmail }).expect(201)).body;
      const [{ id }] = await list({ search: contactEmail });
      const [answered, withdrawn] = await Promise.all([
        quote(id, { estimatedPrice: 250, version: 1 }),
        step(link, 'cancel', {}, twin),
      ]);
      const tracked = await readByLink(link);
      expect([answered.status, withdrawn.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect([tracked.status, tracked.version]).toEqual([answered.status === 200 ? 'quoted' : 'rejected', 2]);
    });
    await Promise.all(rounds);
  }, 60_000);
});
