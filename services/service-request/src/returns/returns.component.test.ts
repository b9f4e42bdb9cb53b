import { readdir } from 'node:fs/promises';
import { returnReceived, returnSettled, returnStatusChanged, userDeleted } from '@kinmel/contracts';
import { sweepPersonalPictures } from '@kinmel/pictures';
import { createEvent, unseal } from '@kinmel/service-kit';
import { eventually, storedEvents } from '@kinmel/testing';
import type { Response } from 'supertest';
import { photosInUse } from '../photos/photos-of-request.rules.ts';
import { forgetDueRequests } from '../requests/forget-requests.ts';
import { personalData } from '../testing/request-forms.ts';
import { anOrderToReturn, buyerId, caseKey, orderToReturnId, phoneKey } from '../testing/request-samples.ts';
import { aPhoto, testWithRequests } from '../testing/test-requests.ts';
import { mailSealKey, testServiceToken } from '../testing/test-service-request.ts';
import { idOfKey } from './returns.routes.ts';

const shop = testWithRequests();
const { asAdmin, call, put, readByLink, eventsOf, step } = shop;
const ownToken = () => shop.service.tokens.customer(buyerId);
const addOrder = (overrides = {}) =>
  shop.service.orders.set(overrides['orderId' as never] ?? orderToReturnId, anOrderToReturn(overrides));
beforeEach(() => void addOrder());

const send = (form?: object, sending?: Parameters<typeof shop.send>[2]) =>
  shop.send('return', form, { token: ownToken(), ...sending });
const submitReturn = (form?: object) => shop.submit('return', form, { token: ownToken() });
const stored = () => shop.stored('return');
const readOrder = (token = ownToken()) => call('get', `/api/returns/orders/${orderToReturnId}`, token);
const inspect = (id: string, body: object) => asAdmin('put', `/api/returns/${id}/inspection`).send(body);
const upload = async (photo?: Buffer, token = ownToken()) =>
  call('post', '/api/returns/photos', token).attach('photo', photo ?? (await aPhoto()), 'photo.png');
const uploadPhoto = async (token?: string): Promise<string> =>
  (await upload(undefined, token)).body.data.photoId;
const personal = /Dipa|dipa@|98234/;
const restocked = [{ key: phoneKey, isRestocked: true }];

/** A return whose goods have come, of version 3. */
async function receivedReturn(form?: object) {
  const request = await submitReturn(form);
  await put('return', request.id, { status: 'accepted' }).expect(200);
  await put('return', request.id, { status: 'received' }).expect(200);
  return request;
}

async function offeredReturn(form?: object) {
  const request = await receivedReturn(form);
  const lowerRefund = {
    offeredRefund: { amountInMinorUnits: 90_000, currency: 'NPR' },
    adminNotes: 'A scratch.',
  };
  await inspect(request.id, { ...lowerRefund, version: 3, lines: restocked }).expect(200);
  return request;
}

describe('the order of a return', () => {
  it('is shown to its customer with what can still be returned, and to no one else (SR-R1, SR-R2)', async () => {
    const { data } = (await readOrder().expect(200)).body;
    expect(data).toMatchObject({ orderNumber: 'KM-7H2K-94QX', problem: null, returned: {} });
    await submitReturn();
    expect((await readOrder()).body.data).toMatchObject({
      returned: { [phoneKey]: 1 },
      problem: expect.stringContaining('There is a return of this order already.'),
    });
    const { status, body } = await readOrder(shop.service.tokens.customer('u2'));
    expect([status, body.message]).toEqual([404, 'There is no such order.']);
    await readOrder(shop.service.tokens.admin()).expect(404);
    await call('get', `/api/returns/orders/${orderToReturnId}`).expect(401);
  });

  it('cannot be read while order does not answer: calls are refused with a message, and nothing is stored (SR-R1)', async () => {
    shop.service.setOrderAway(true);
    for (const { status, body } of [await readOrder(), await send()]) {
      expect([status, body.code]).toEqual([503, 'service-unavailable']);
      expect(body.message).toContain('not available right now');
    }
    expect(await stored()).toEqual([]);
  });
});

describe('refused returns', () => {
  const limitedShop = testWithRequests({ return: 2 });
  it('do not use up the limit of saved ones, and block only their account, not its network (SR-G7)', async () => {
    const send = async (account: string, orderId = orderToReturnId) =>
      (await limitedShop.send('return', { orderId }, { token: limitedShop.service.tokens.customer(account) }))
        .status;
    const unknownOrder = 'f'.repeat(24);
    limitedShop.service.orders.set(orderToReturnId, anOrderToReturn());
    expect([await send('a'.repeat(24), unknownOrder), await send('a'.repeat(24), unknownOrder)]).toEqual([
      404, 404,
    ]);
    expect(await send('a'.repeat(24), unknownOrder)).toBe(429);
    expect([await send(buyerId, unknownOrder), await send(buyerId)]).toEqual([404, 201]);
  });
});

describe('a return', () => {
  it('has the customer and the lines of its order, and the price of the engine (SR-R1, SR-R4)', async () => {
    const { body } = await send().expect(201);
    expect(body.trackingLink).toMatch(/^\/request-links\/r[\w-]{43}$/);
    const [request] = await shop.list('return');
    expect(request).toMatchObject({
      status: 'pending',
      name: 'Dipa Lama',
      email: 'dipa@example.com',
      phone: '9823456789',
      orderNumber: 'KM-7H2K-94QX',
      refund: { amountInMinorUnits: 110_000, currency: 'NPR' },
      offeredRefund: null,
      lines: [{ key: phoneKey, quantity: 1, isRestocked: null }],
      usualSteps: ['accepted', 'rejected', 'cancelled'],
    });
    const [event] = await eventsOf(returnReceived.type);
    expect(event?.data).toMatchObject({
      orderId: orderToReturnId,
      userId: buyerId,
      subject: '1 × Galaxy S26, 256 GB, Silver',
      refund: { amountInMinorUnits: 110_000 },
    });
    const { sealedTrackingToken } = (event?.data ?? {}) as { sealedTrackingToken: string };
    expect(`/request-links/${unseal(sealedTrackingToken, mailSealKey)}`).toBe(body.trackingLink);
  });

  it('is refused with a message for wrong input, and nothing is stored (SR-R1, SR-R2)', async () => {
    const [line] = [{ key: phoneKey, quantity: 1 }];
    const refusals: [object, number, string][] = [
      [{ lines: [{ key: phoneKey, quantity: 3 }] }, 409, 'Of Galaxy S26 you can return at most 2.'],
      [{ lines: [{ key: 'a'.repeat(24), quantity: 1 }] }, 409, 'This order has no such line.'],
      [{ lines: [{ key: phoneKey, quantity: 0 }] }, 400, 'Please choose how many pieces.'],
      [{ lines: [] }, 400, 'Please choose what you return.'],
      [{ lines: [line, line] }, 400, 'Name each line once.'],
      [{ reason: 'none' }, 400, 'Please choose a reason'],
      [{ photoIds: ['a'.repeat(32)] }, 409, 'A photo is not there any more. Please add it again.'],
      [{ orderId: 'e'.repeat(24) }, 404, 'There is no such order.'],
    ];
    for (const [form, status, message] of refusals) {
      const answer = await send(form);
      expect([answer.status, answer.body.message]).toEqual([status, message]);
    }
    await send({}, { token: shop.service.tokens.customer('u2') }).expect(404);
    await shop.send('return').expect(401);
    for (const problem of ['This order is not delivered yet.', 'The time to return it is over.']) {
      addOrder({ problem });
      expect((await send()).body.message).toBe(problem);
    }
    expect(await stored()).toEqual([]);
  });

  it('is stored once for a repeated key, also by ten concurrent calls and while order does not answer (SR-G1, SR-R3)', async () => {
    const sending = { key: 'a-key-of-one-form' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({}, sending)));
    shop.service.setOrderAway(true);
    answers.push(await send({}, sending));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.trackingLink)).size).toBe(1);
    expect((await send({ reason: 'other' }, sending)).body.code).toBe('key-reused');
    expect(await stored()).toHaveLength(1);
  });

  it('that the first call has claimed but not yet saved is saved by a retry (SR-G1, SR-R3)', async () => {
    const sending = { key: 'a-key-of-a-slow-form' };
    const { return: returns } = shop.service.context.requests;
    const save = returns.insert.bind(returns);
    const links: string[] = [];
    const insert = jest.spyOn(returns, 'insert').mockImplementationOnce(async (...saved) => {
      links.push((await send({}, sending).expect(201)).body.trackingLink);
      return save(...saved);
    });
    links.push((await send({}, sending).expect(201)).body.trackingLink);
    insert.mockRestore();
    expect(new Set(links).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  it('is one at a time: of concurrent ones on two instances, all but one are refused with a message (SR-R3)', async () => {
    const twin = await shop.service.startTwin();
    for (let round = 0; round < 10; round += 1) {
      const orderId = `${round}`.repeat(24);
      addOrder({ orderId });
      const answers = await Promise.all([
        send({ orderId }),
        send({ orderId }, { at: twin }),
        send({ orderId }),
      ]);
      expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 409, 409]);
      for (const { status, body } of answers)
        if (status === 409) expect(body.message).toBe('There is a return of this order already.');
    }
    expect(await stored()).toHaveLength(10);
  });

  it('may be followed by one of the remaining pieces once it is closed (SR-R2, SR-R3)', async () => {
    const { link } = await submitReturn({ lines: [{ key: phoneKey, quantity: 2 }] });
    await send().expect(409);
    await step(link, 'cancel').expect(200);
    const { id } = await receivedReturn();
    await inspect(id, { version: 3, lines: restocked }).expect(200);
    await send({ lines: [{ key: phoneKey, quantity: 2 }] }).expect(409);
    await send({
      lines: [
        { key: phoneKey, quantity: 1 },
        { key: caseKey, quantity: 1 },
      ],
    }).expect(201);
  });

  it('of a deleted account is refused, while its token is still valid (SR-G10)', async () => {
    await shop.service.database.connection
      .collection('deleted_accounts')
      .insertOne({ _id: buyerId as never, deletedAt: new Date() });
    await send().expect(404);
    expect(await stored()).toEqual([]);
  });
});

describe('staff', () => {
  it('take only the steps of the state machine, also in bulk (SR-R5, SR-G8)', async () => {
    const { id } = await submitReturn();
    for (const status of ['received', 'offered', 'settled', 'sent-back', 'to-send-back'])
      expect((await put('return', id, { status, adminNotes: 'Why not.' }).expect(409)).body.message).toBe(
        `A return that is pending cannot become ${status} by this step.`,
      );
    await put('return', id, { status: 'rejected' }).expect(409);
    const bulk = (status: string, version: number) =>
      asAdmin('post', '/api/admin/requests/status').send({
        kind: 'return',
        status,
        adminNotes: 'All of them.',
        requests: [{ id, version }],
      });
    const { body } = await bulk('settled', 1);
    expect(body.data).toMatchObject([{ id, problem: { code: 'conflict' } }]);
    expect(await stored()).toMatchObject([{ status: 'pending', version: 1 }]);
    await bulk('accepted', 1).expect(200);
    expect(await stored()).toMatchObject([{ status: 'accepted', version: 2 }]);
  });

  it('settle goods as described once: one event, with the restocked pieces (SR-R6)', async () => {
    const { id } = await receivedReturn();
    const body = { version: 3, lines: [{ key: phoneKey, isRestocked: false }] };
    const answers = await Promise.all([inspect(id, body), inspect(id, body), inspect(id, body)]);
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409, 409]);
    await inspect(id, { ...body, version: 4 }).expect(409);
    const [event] = await eventsOf(returnSettled.type);
    expect(event?.data).toMatchObject({
      orderId: orderToReturnId,
      lines: [{ key: phoneKey, productId: phoneKey, isProduct: true, quantity: 1, isRestocked: false }],
      refund: { amountInMinorUnits: 110_000, currency: 'NPR' },
      refundTo: 'payment',
    });
  });

  it('offer a lower refund with its reason and photos, by an audited change (SR-R6, SR-G14)', async () => {
    const { id, link } = await receivedReturn();
    const photoId = await uploadPhoto(shop.service.tokens.admin());
    const lowerRefund = {
      version: 3,
      lines: restocked,
      offeredRefund: { amountInMinorUnits: 90_000, currency: 'NPR' },
      photoIds: [photoId],
    };
    expect((await inspect(id, lowerRefund).expect(409)).body.message).toContain('why the refund is lower');
    await inspect(id, { ...lowerRefund, adminNotes: 'A scratch.' }).expect(200);
    expect(await readByLink(link)).toMatchObject({
      status: 'offered',
      note: 'A scratch.',
      actions: ['accept', 'decline'],
      returned: {
        refund: { amountInMinorUnits: 110_000 },
        offeredRefund: { amountInMinorUnits: 90_000 },
        photos: [{ path: `/api${link}/photos/${photoId}`, by: 'admin' }],
      },
    });
    const { data } = (await asAdmin('get', '/api/admin/services/service-request/audit').expect(200)).body;
    expect(data[0]).toMatchObject({
      action: 'inspectReturn',
      record: { kind: 'return', id },
      note: 'A scratch.',
    });
    expect(JSON.stringify(data)).not.toMatch(personal);
  });

  it('find returns by order number, name, e-mail and phone, export them, and see them in the work queue (SR-G12, SR-G13, SR-W1)', async () => {
    await submitReturn();
    for (const search of ['km-7h2k', 'dipa lama', 'DIPA@', '98234567'])
      expect(await shop.list('return', { search })).toHaveLength(1);
    expect(await shop.list('return', { search: 'Galaxy' })).toEqual([]);
    const csv = (await asAdmin('get', '/api/admin/requests/export?kind=return').expect(200)).text;
    expect(csv).toContain('KM-7H2K-94QX,"1 × Galaxy S26, 256 GB, Silver",faulty,payment,1100,pending');
    const work = (await asAdmin('get', '/api/admin/services/service-request/work').expect(200)).body.data;
    expect(work.items ?? work.records ?? work).toMatchObject([
      { kind: 'return', title: '1 × Galaxy S26, 256 GB, Silver', promisedAt: '2026-11-24T18:15:00.000Z' },
    ]);
  });
});

describe('the holder of the link', () => {
  it('sees what comes back, without personal data of the order (SR-T3)', async () => {
    const { link } = await submitReturn({ message: '' });
    const data = await readByLink(link);
    expect(data).toMatchObject({
      kind: 'return',
      actions: ['cancel'],
      returned: { orderNumber: 'KM-7H2K-94QX' },
    });
    expect(JSON.stringify(data)).not.toMatch(personalData);
    await step(link, 'accept', { version: 1 }).expect(409);
    const { body } = await call('get', '/api/request-links', ownToken()).expect(200);
    expect(body.data).toEqual([{ ...data, trackingLink: link }]);
  });

  it('accepts the lower refund that was seen, once (SR-R7)', async () => {
    const { link } = await offeredReturn();
    expect((await step(link, 'accept', { version: 3 }).expect(409)).body.code).toBe('version-conflict');
    const first = await step(link, 'accept', { version: 4 }).expect(200);
    expect(first.body).toMatchObject({
      message: 'Thank you! We refund you next, and write when it is done.',
      data: { status: 'settled', actions: [] },
    });
    expect((await step(link, 'accept', { version: 4 }).expect(200)).body).toEqual(first.body);
    await step(link, 'decline', { version: 5 }).expect(409);
    const [event] = await eventsOf(returnSettled.type);
    expect(event?.data).toMatchObject({ refund: { amountInMinorUnits: 90_000 }, note: 'A scratch.' });
  });

  it('declines the lower refund, and nothing is refunded (SR-R7)', async () => {
    const { link } = await offeredReturn();
    await step(link, 'decline', { version: 4 }).expect(200);
    await step(link, 'cancel').expect(409);
    const changes = await eventsOf(returnStatusChanged.type, 4);
    expect(changes.at(-1)?.data).toMatchObject({ from: 'offered', to: 'to-send-back', by: 'customer' });
    const types = (await storedEvents(shop.service.database.connection)).map(({ type }) => type);
    expect(types).not.toContain(returnSettled.type);
    await send().expect(409);
    const work = async () =>
      (await asAdmin('get', '/api/admin/services/service-request/work').expect(200)).body.data;
    expect(JSON.stringify(await work())).toContain('to-send-back');
    const [{ id }] = await shop.list('return');
    expect((await put('return', id, { status: 'sent-back' }).expect(409)).body.message).toContain(
      'number of the parcel',
    );
    await put('return', id, { status: 'sent-back', adminNotes: 'Parcel NP-42. By courier.' }).expect(200);
    expect(await readByLink(link)).toMatchObject({ status: 'sent-back', note: 'Parcel NP-42. By courier.' });
    expect(JSON.stringify(await work())).not.toContain(id);
    expect((await readOrder()).body.data).toMatchObject({ returned: {}, problem: null });
  });

  it('answers differently at once on two instances, with one outcome (SR-R7)', async () => {
    const twin = await shop.service.startTwin();
    for (let round = 0; round < 10; round += 1) {
      const orderId = `${round}`.repeat(24);
      addOrder({ orderId });
      const { link } = await offeredReturn({ orderId });
      const [accepted, declined] = await Promise.all([
        step(link, 'accept', { version: 4 }),
        step(link, 'decline', { version: 4 }, twin),
      ]);
      expect([accepted.status, declined.status].toSorted((one, two) => one - two)).toEqual([200, 409]);
      expect((await readByLink(link)).status).toBe(accepted.status === 200 ? 'settled' : 'to-send-back');
    }
  });
});

describe('a closed return', () => {
  it('is resumed after its return period while its goods are unclaimed, also in bulk, and settled (SR-R9)', async () => {
    const { id, link } = await submitReturn();
    await put('return', id, { status: 'accepted' }).expect(200);
    await step(link, 'cancel').expect(200);
    await put('return', id, { status: 'accepted' }).expect(409);
    const { body } = await asAdmin('post', '/api/admin/requests/status').send({
      kind: 'return',
      status: 'accepted',
      adminNotes: 'The parcel came.',
      requests: [{ id, version: 3 }],
    });
    expect(body.data).toMatchObject([{ id, problem: null }]);
    expect(shop.service.claims.get(id)).toMatchObject({ version: 3 });
    await put('return', id, { status: 'received' }).expect(200);
    await inspect(id, { version: 5, lines: restocked }).expect(200);
    await eventsOf(returnSettled.type);
  });

  it('stays closed while another return has the goods, or order does not answer (SR-R9)', async () => {
    const { id } = await submitReturn();
    await put('return', id, { status: 'rejected', adminNotes: 'No.' }).expect(200);
    const otherReturn = await submitReturn();
    const takeUp = () => put('return', id, { status: 'accepted', adminNotes: 'By mistake.' });
    expect((await takeUp().expect(409)).body.message).toContain('There is a return of this order');
    await put('return', otherReturn.id, { status: 'cancelled' }).expect(200);
    shop.service.setOrderAway(true);
    await takeUp().expect(503);
    expect((await shop.list('return', { status: 'rejected' })).map((one: { id: string }) => one.id)).toEqual([
      id,
    ]);
  });
});

describe('order asks about a claim', () => {
  const settle = async (id: string) =>
    (
      await call('post', `/internal/returns/${id}/settle`)
        .set('x-kinmel-service-token', testServiceToken)
        .expect(200)
    ).body.state;

  it('and learns whether the return still needs it; a return that was not saved before can never be saved (SR-R9)', async () => {
    const { id } = await submitReturn();
    expect(await settle(id)).toBe('open');
    const key = 'a-key-of-a-lost-form';
    const lostId = idOfKey(key);
    expect([await settle(lostId), await settle(lostId)]).toEqual(['abandoned', 'abandoned']);
    await put('return', id, { status: 'cancelled' }).expect(200);
    const late = await send({}, { key });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('not completed in time')]);
    expect(await shop.list('return')).toHaveLength(1);
    await call('post', `/internal/returns/${id}/settle`, shop.service.tokens.admin()).expect(401);
  });

  it('of a closed return, so that a concurrent step fails and claims again (SR-R9)', async () => {
    const { id } = await submitReturn();
    await put('return', id, { status: 'rejected', adminNotes: 'No.' }).expect(200);
    const { order: client } = shop.service.context;
    const claims = jest.spyOn(client, 'claim').mockImplementationOnce(async () => {
      expect(await settle(id)).toBe('closed');
    });
    await put('return', id, { status: 'accepted', adminNotes: 'By mistake.' }).expect(200);
    expect(claims.mock.calls.map(([, , { version }]) => version)).toEqual([2, 3]);
    claims.mockRestore();
    expect(await shop.list('return')).toMatchObject([{ status: 'accepted', version: 4 }]);
  });
});

describe('the photos of a return', () => {
  it('are shown to staff and the holder of the link only (SR-S5, SR-R8)', async () => {
    const photoId = await uploadPhoto();
    const { id, link, photos } = await submitReturn({ photoIds: [photoId] });
    expect(photos).toEqual([{ path: `/api/returns/${id}/photos/${photoId}`, by: 'customer' }]);
    await asAdmin('get', photos[0].path).expect(200);
    await call('get', photos[0].path)
      .set('Cookie', `kinmel-admin-files=${shop.service.tokens.adminFiles()}`)
      .expect(200);
    await call('get', photos[0].path, ownToken()).expect(404);
    await call('get', `/api${link}/photos/${photoId}`).expect(200);
    await asAdmin('get', `/api/returns/${id}/photos/${await uploadPhoto()}`).expect(404);
    await call('get', `/api${link}/photos/${'a'.repeat(32)}`).expect(404);
  });

  it('are refused when they are not pictures, too large, more than four, or of another return (SR-R8)', async () => {
    expect((await upload(Buffer.from('no picture'))).status).toBe(415);
    const large = await upload(Buffer.alloc(5 * 1024 * 1024 + 1));
    expect([large.status, large.body.message]).toEqual([413, 'File size must be less than 5MB']);
    await call('post', '/api/returns/photos').expect(401);
    expect(await readdir(shop.service.photosFolder)).toEqual([]);
    const photoId = await uploadPhoto();
    await submitReturn({ photoIds: [photoId] });
    addOrder({ orderId: 'e'.repeat(24) });
    await send({ orderId: 'e'.repeat(24), photoIds: [photoId] }).expect(409);
    const five = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(32));
    expect((await send({ photoIds: five })).body.message).toBe('At most 4 photos');
  });

  it.each(['sent', 'inspected'])(
    'belong to one of two returns that are %s at once; the other is refused with a message (SR-R8)',
    async (occasion) => {
      const otherOrderId = 'e'.repeat(24);
      addOrder({ orderId: otherOrderId });
      const forms = [{}, { orderId: otherOrderId }];
      let calls: PromiseLike<Response>[];
      if (occasion === 'sent') {
        const photoIds = [await uploadPhoto()];
        calls = forms.map((form) => send({ ...form, photoIds }));
      } else {
        const ids: string[] = [];
        for (const form of forms) ids.push((await receivedReturn(form)).id);
        const photoIds = [await uploadPhoto(shop.service.tokens.admin())];
        calls = ids.map((id) => inspect(id, { version: 3, lines: restocked, photoIds }));
      }
      const answers = await Promise.all(calls);
      expect(
        answers
          .map(({ status, body }) => (status < 300 ? 'taken' : body.message))
          .sort((one, other) => one.localeCompare(other)),
      ).toEqual(['A photo is not there any more. Please add it again.', 'taken']);
    },
  );

  it('of another account or of staff are refused like unknown ones (SR-R8)', async () => {
    for (const token of [shop.service.tokens.customer('u2'), shop.service.tokens.admin()]) {
      const { body } = await send({ photoIds: [await uploadPhoto(token)] }).expect(409);
      expect(body.message).toBe('A photo is not there any more. Please add it again.');
    }
    const { id } = await receivedReturn();
    const inspection = { version: 3, lines: restocked, photoIds: [await uploadPhoto()] };
    expect((await inspect(id, inspection)).status).toBe(409);
    expect(await stored()).toMatchObject([{ photos: [] }]);
  });

  it('are swept after a day when no return uses them (SR-R8)', async () => {
    const [used, unused] = [await uploadPhoto(), await uploadPhoto()];
    await submitReturn({ photoIds: [used] });
    const { requests, photos, logger } = shop.service.context;
    const sweep = (hours: number) =>
      sweepPersonalPictures({
        pictures: photos.store,
        inUse: (ids) => photosInUse(requests, ids),
        olderThanMs: 24 * 3_600_000,
        now: () => new Date(Date.now() + hours * 3_600_000),
        logger,
      });
    await sweep(23);
    expect((await readdir(shop.service.photosFolder)).sort((one, other) => one.localeCompare(other))).toEqual(
      [used, unused].toSorted(),
    );
    await sweep(25);
    expect(await readdir(shop.service.photosFolder)).toEqual([used]);
  });
});

describe('after the account is deleted', () => {
  const deleteAccount = async () => {
    const event = { aggregateId: buyerId, aggregateVersion: 4, data: { userId: buyerId } };
    await shop.service.bus.publish(createEvent(userDeleted, event));
    await shop.service.bus.settle();
    await forgetDueRequests(shop.service.context);
  };

  it('an open return ends without personal data, message and photos (SR-G10)', async () => {
    const photoId = await uploadPhoto();
    const { link } = await submitReturn({ photoIds: [photoId] });
    await deleteAccount();
    const [request] = await stored();
    expect(request).toMatchObject({ status: 'cancelled', email: '', message: '', photos: [], userId: null });
    expect(JSON.stringify(request)).not.toMatch(personalData);
    const [event] = await eventsOf(returnStatusChanged.type);
    expect(event?.data).toMatchObject({ to: 'cancelled', by: 'shop', customer: { email: '' } });
    await eventually(async () => expect(await readdir(shop.service.photosFolder)).toEqual([]));
    await call('get', `/api${link}`).expect(404);
  });

  it('a return whose goods are with the shop is settled first (SR-G10)', async () => {
    const { link } = await offeredReturn();
    await deleteAccount();
    expect(await stored()).toMatchObject([{ status: 'offered', email: 'dipa@example.com' }]);
    await step(link, 'accept', { version: (await readByLink(link)).version }).expect(200);
    await eventsOf(returnSettled.type);
    await forgetDueRequests(shop.service.context);
    const [request] = await stored();
    expect(request).toMatchObject({ status: 'settled', email: '', message: '' });
    expect(JSON.stringify(request)).not.toMatch(personal);
  });
});

describe('photos after 180 days', () => {
  it('are deleted, and the return stays (SR-G11)', async () => {
    await submitReturn({ photoIds: [await uploadPhoto()] });
    shop.service.setClock('2027-05-22T06:00:00Z');
    await forgetDueRequests(shop.service.context);
    expect(await readdir(shop.service.photosFolder)).toEqual([]);
    expect(await stored()).toMatchObject([{ status: 'pending', photos: [], email: 'dipa@example.com' }]);
  });
});
