import { randomUUID } from 'node:crypto';
import { listPayouts, payPayout, uploadPayoutProof } from '@kinmel/contracts';
import { ProblemError, type WireEvent } from '@kinmel/service-kit';
import { storedEvents, unreadableEvent } from '@kinmel/testing/servers';
import request from 'supertest';
import { money } from '../ledger/ledger.rules.ts';
import { forgetLateOrders } from '../orders/changes/forget-buyer.ts';
import {
  aSettledSellRequest,
  creditPayment,
  receipt,
  seller,
  soldEvent,
} from '../testing/settled-sell-request.ts';
import { testWithStoredOrders } from '../testing/stored-orders.ts';
import { testServiceToken } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const shop = testWithStoredOrders('order-payouts');
const { asAdmin, call } = shop;
beforeEach(async () => {
  for (const name of ['payouts', 'ledger_postings', 'credit_balances', 'outbox', 'deleted_accounts'])
    await shop.database.connection.collection(name).deleteMany({});
});

const idOf = (number: number) => `6e${String(number).padStart(22, '0')}`;
const publish = async (...events: readonly WireEvent[]) => {
  for (const event of events) await shop.order.bus.publish(event);
  await shop.order.bus.settle();
};
const soldEventOf = (number = 1, overrides: Parameters<typeof aSettledSellRequest>[0] = {}) =>
  soldEvent(aSettledSellRequest({ requestId: idOf(number), ...overrides }));
const ofSum = (amountInMinorUnits: number) => ({
  payment: { ...aSettledSellRequest().payment, amount: money(amountInMinorUnits) },
});
const list = async (query: object = {}) => {
  const { body } = await asAdmin('get', listPayouts.path).query(query).expect(200);
  expect(listPayouts.answer.parse(body)).toEqual(body);
  return body.data.payouts;
};
const approve = (id: string, version: number, person?: string) =>
  asAdmin('post', `${listPayouts.path}/${id}/approval`, person).send({ version });
const pay = (id: string, version: number, person?: string) =>
  asAdmin('post', `${listPayouts.path}/${id}/payment`, person).send({ version, paymentReference: 'NIC-42' });
const paidEvents = async (id = idOf(1)) =>
  (await storedEvents(shop.database.connection, id)).filter(({ type }) => type === 'payout.paid');
const postings = () => shop.database.connection.collection('ledger_postings').find().toArray();
const work = async () =>
  (await asAdmin('get', '/api/admin/services/order/work').expect(200)).body.data as object[];

describe('a settled sell request', () => {
  it('becomes credit once, with a mail for its seller (ORD-K11)', async () => {
    const event = soldEventOf(1, { payment: creditPayment });
    await publish(event, event, soldEventOf(1, { payment: creditPayment }));
    expect(await postings()).toMatchObject([
      { _id: `trade-in:${idOf(1)}`, cause: 'trade-in', reason: 'Sell request 000001', userId: seller },
    ]);
    const { balance } = await shop.order.context.ledger.balanceOf(seller);
    expect(balance).toEqual(money(5_670_000));
    expect(await storedEvents(shop.database.connection, seller)).toMatchObject([
      {
        type: 'credit.changed',
        data: { cause: 'trade-in', sellRequestId: idOf(1), customer: { email: 'asha@example.com' } },
      },
    ]);
    expect(await list()).toEqual([]);
  });

  it('becomes a payout once, which waits for staff (ORD-S1, ORD-W7)', async () => {
    const event = soldEventOf();
    await publish(event, event, soldEventOf());
    expect(await postings()).toEqual([]);
    expect(await list()).toMatchObject([
      {
        id: idOf(1),
        reference: '000001',
        customer: { name: 'Asha Gurung', email: 'asha@example.com' },
        amount: money(5_400_000),
        method: 'bank',
        account: '00123456789',
        status: 'due',
        needsApproval: false,
        paidBy: null,
      },
    ]);
    const getPayout = (id: string) => asAdmin('get', `${listPayouts.path}/${id}`);
    expect((await getPayout(idOf(1)).expect(200)).body.data).toEqual((await list())[0]);
    await getPayout(idOf(9)).expect(404);
    expect(await work()).toMatchObject([
      {
        kind: 'payout',
        id: idOf(1),
        title: 'Apple iPhone 13, 128 GB, Black',
        customer: 'Asha',
        status: 'to-pay',
      },
    ]);
  });

  it('of the sum of the policy becomes credit when a second person approves it (ORD-K11, ORD-K12)', async () => {
    const large = { ...creditPayment, amount: money(42_525_000) };
    const event = soldEventOf(1, { payment: large });
    await publish(event, event);
    expect(await postings()).toEqual([]);
    expect(await list()).toMatchObject([{ method: 'credit', status: 'due', needsApproval: true }]);
    await approve(idOf(1), 1, 'admin-1').expect(200);
    expect((await pay(idOf(1), 2, 'admin-1')).status).toBe(409);
    const answers = await Promise.all([1, 2].map(() => pay(idOf(1), 2, 'admin-2')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await postings()).toMatchObject([
      { _id: `trade-in:${idOf(1)}`, cause: 'trade-in', by: { by: 'admin', who: 'admin-2' } },
    ]);
    expect(await paidEvents()).toEqual([]);
    const publishedEvents = await storedEvents(shop.database.connection, seller);
    expect(publishedEvents).toMatchObject([
      { type: 'credit.changed', data: { amount: large.amount, sellRequestId: idOf(1) } },
    ]);
  });

  it.each([
    ['before it is settled', true],
    ['while it waits for its approval', false],
  ])('as credit is paid in cash when the account is deleted %s (ORD-K8)', async (_, isBefore) => {
    const price = money(40_500_000);
    const sold = soldEventOf(1, { price, payment: { ...creditPayment, amount: money(42_525_000) } });
    const deleted = { ...unreadableEvent('user.deleted'), eventId: randomUUID(), data: { userId: seller } };
    for (const event of isBefore ? [deleted, sold] : [sold, deleted]) await publish(event);
    expect(await postings()).toEqual([]);
    expect(await list()).toMatchObject([
      { method: 'cash', amount: price, status: 'due', customer: { name: 'Asha Gurung', email: '' } },
    ]);
    expect(await work()).toHaveLength(1);
  });

  it('of an account that was deleted meanwhile is paid out without the address (ORD-S4)', async () => {
    const deleted = { ...unreadableEvent('user.deleted'), eventId: randomUUID(), data: { userId: seller } };
    for (const event of [deleted, soldEventOf(), soldEventOf(2, { userId: null })]) await publish(event);
    expect(await list()).toMatchObject([
      { method: 'bank', customer: { name: 'Asha Gurung', email: '' } },
      { method: 'bank', customer: { name: 'Asha Gurung', email: 'asha@example.com' } },
    ]);
  });

  it('that comes while the account is deleted is paid in cash after the next check of deleted accounts (ORD-K8)', async () => {
    const price = money(40_500_000);
    const event = soldEventOf(1, { price, payment: { ...creditPayment, amount: money(42_525_000) } });
    const deleted = { ...unreadableEvent('user.deleted'), eventId: randomUUID(), data: { userId: seller } };
    await publish(event, deleted);
    await forgetLateOrders(shop.order.context);
    expect(await list()).toMatchObject([{ method: 'cash', amount: price, customer: { email: '' } }]);
  });

  it('without value is not paid', async () => {
    await publish(
      soldEventOf(1, ofSum(0)),
      soldEventOf(2, { payment: { ...creditPayment, amount: money(0) } }),
    );
    expect([await list(), await postings()]).toEqual([[], []]);
  });
});

describe('a payout', () => {
  it('is paid once, also by two people at once, and its seller gets a mail (ORD-S3)', async () => {
    await publish(soldEventOf());
    const answers = await Promise.all(
      ['admin-1', 'admin-2', 'admin-1', 'admin-2'].map((who) => pay(idOf(1), 1, who)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const paidAnswer = answers.find(({ status }) => status === 200)?.body;
    expect(payPayout.answer.parse(paidAnswer)).toEqual(paidAnswer);
    expect(await paidEvents()).toMatchObject([
      { data: { paymentReference: 'NIC-42', amount: money(5_400_000), userId: seller } },
    ]);
    expect(await work()).toEqual([]);
    const secondAnswer = await pay(idOf(1), 2);
    expect([secondAnswer.status, secondAnswer.body.message]).toEqual([409, 'This payout is paid already.']);
    expect(await paidEvents()).toHaveLength(1);
  });

  it('is redirected when its seller asks for it, until a staff member takes it (ORD-S7)', async () => {
    await publish(soldEventOf());
    const redirect = (account: string, requestVersion = 6, token = testServiceToken) =>
      call('put', `/internal/payouts/${idOf(1)}/way`)
        .set('x-kinmel-service-token', token)
        .send({ method: 'esewa', account, requestVersion });
    await redirect('9801234567', 6, 'x').expect(401);
    for (const _ of [1, 2]) await redirect('9801234567').expect(200);
    expect(await list()).toMatchObject([{ method: 'esewa', account: '9801234567', version: 2 }]);
    expect(await storedEvents(shop.database.connection, idOf(1))).toMatchObject([
      { type: 'payout.redirected', data: { method: 'esewa', account: '9801234567', requestVersion: 6 } },
    ]);
    expect((await pay(idOf(1), 1)).body.code).toBe('version-conflict');
    const assign = (assignee: 'me' | 'nobody', version: number) =>
      asAdmin('put', `/api/admin/services/order/work/payout/${idOf(1)}/assignee`)
        .send({ assignee, version })
        .expect(200);
    await assign('me', 0);
    expect((await redirect('9800000000').expect(409)).body.code).toBe('version-conflict');
    expect((await redirect('9800000000', 7).expect(409)).body.message).toContain(
      'We are paying this just now',
    );
    await assign('nobody', 1);
    await redirect('9800000000', 7).expect(200);
    await pay(idOf(1), 3).expect(200);
    expect((await redirect('9811111111', 8).expect(409)).body.message).toBe('This payout is paid already.');
  });

  it('of the sum of the policy needs two people (ORD-S2)', async () => {
    await publish(soldEventOf(1, ofSum(10_000_000)));
    expect(await work()).toMatchObject([{ status: 'to-approve' }]);
    expect((await pay(idOf(1), 1, 'admin-2')).status).toBe(409);
    await approve(idOf(1), 1, 'admin-1').expect(200);
    expect(await work()).toMatchObject([{ status: 'to-pay' }]);
    const samePerson = await pay(idOf(1), 2, 'admin-1');
    expect([samePerson.status, samePerson.body.message]).toEqual([
      409,
      'You gave the first approval. Another person gives the second one; if you are all the staff there is, enter your password.',
    ]);
    expect(await paidEvents()).toEqual([]);
    const { body } = await pay(idOf(1), 2, 'admin-2').expect(200);
    expect(body.data).toMatchObject({ secondApproval: 'other-person' });
    expect(await paidEvents()).toHaveLength(1);
  });

  it('of such a sum is paid by the only staff member with the password, as answer and audit show (ORD-S2)', async () => {
    await publish(soldEventOf(1, ofSum(10_000_000)));
    await approve(idOf(1), 1).expect(200);
    const withPassword = (password: string) =>
      asAdmin('post', `${listPayouts.path}/${idOf(1)}/payment`).send({
        version: 2,
        paymentReference: 'NIC-42',
        password,
      });
    expect((await withPassword('Admin123')).body.message).toBe(
      'You gave the first approval. Another person of the staff gives the second one.',
    );
    const confirmStaff = jest.spyOn(shop.order.context, 'confirmStaff');
    confirmStaff.mockRejectedValueOnce(
      new ProblemError('wrong-password', 'The current password is not right.'),
    );
    expect((await withPassword('Wrong123')).body.code).toBe('wrong-password');
    expect(await paidEvents()).toEqual([]);
    confirmStaff.mockResolvedValueOnce({ hasOtherStaff: false });
    const { body } = await withPassword('Admin123').expect(200);
    expect(body.data).toMatchObject({ status: 'paid', secondApproval: 'same-person-password' });
    const audited = await shop.database.connection
      .collection('audit_entries')
      .find({ 'record.id': idOf(1), 'changes.after': 'same-person-password' })
      .toArray();
    expect(audited).toMatchObject([{ action: 'payPayout', person: { id: 'admin-1' } }]);
    expect(JSON.stringify(audited)).not.toContain('Admin123');
    confirmStaff.mockRestore();
  });

  it('is stopped with a reason until it is paid, leaves the work queue, and is taken up again (ORD-S5)', async () => {
    await publish(soldEventOf());
    const step = (path: string, body: object) =>
      asAdmin('post', `${listPayouts.path}/${idOf(1)}/${path}`).send(body);
    expect((await step('stop', { version: 1, reason: ' ' })).status).toBe(400);
    const { body } = await step('stop', { version: 1, reason: 'The phone is stolen.' }).expect(200);
    expect(body.data).toMatchObject({ status: 'stopped', stopReason: 'The phone is stolen.' });
    expect(await work()).toEqual([]);
    expect((await pay(idOf(1), 2)).body.message).toBe('This payout is stopped. Take it up again first.');
    const resumed = await step('resumption', { version: 2 }).expect(200);
    expect(resumed.body.data).toMatchObject({ status: 'due' });
    expect(resumed.body.data.stopReason).toBeUndefined();
    expect(await work()).toHaveLength(1);
    // When it is stopped and paid concurrently, only one takes effect.
    const answers = await Promise.all([step('stop', { version: 3, reason: 'A doubt.' }), pay(idOf(1), 3)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const audited = shop.database.connection.collection('audit_entries');
    const entry = { action: 'stopPayout', note: 'The phone is stolen.' };
    expect(await audited.countDocuments(entry)).toBe(1);
  });

  it('is published when it is stopped and resumed, and ended before its phone goes back (ORD-S5, ORD-S6)', async () => {
    await publish(soldEventOf());
    const step = (path: string, body: object) =>
      asAdmin('post', `${listPayouts.path}/${idOf(1)}/${path}`).send(body);
    const end = (token = testServiceToken) =>
      request(shop.order.server)
        .post(`/internal/payouts/${idOf(1)}/end`)
        .set('x-kinmel-service-token', token);
    expect((await end()).body).toMatchObject({ code: 'conflict', details: [{ path: 'place' }] });
    await step('stop', { version: 1, reason: 'A doubt.' }).expect(200);
    await step('resumption', { version: 2 }).expect(200);
    await step('stop', { version: 3, reason: 'A doubt.' }).expect(200);
    const publishedEvents = await storedEvents(shop.database.connection, idOf(1));
    expect(publishedEvents.map(({ type, aggregateVersion }) => [type, aggregateVersion])).toEqual([
      ['payout.stopped', 2],
      ['payout.resumed', 3],
      ['payout.stopped', 4],
    ]);
    // When it is sent back and resumed concurrently, only one takes effect.
    const answers = await Promise.all([end(), step('resumption', { version: 4 })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    if (answers[0].status === 409) await step('stop', { version: 5, reason: 'A doubt.' }).expect(200);
    await end().expect(200);
    await end().expect(200);
    expect((await end('')).status).toBe(401);
    const [{ version, status }] = await list();
    expect(status).toBe('ended');
    expect(await work()).toEqual([]);
    const endedMessage = 'This payout is ended: its phone goes back to the seller.';
    expect((await step('resumption', { version })).body.message).toBe(endedMessage);
    expect((await pay(idOf(1), version)).body.message).toBe(endedMessage);
    expect(await paidEvents()).toEqual([]);
  });

  it('is listed before the paid ones, oldest first; of those the newest is first', async () => {
    for (const number of [1, 2, 3, 4]) {
      await publish(soldEventOf(number));
      shop.order.advanceClock(1_000);
    }
    for (const number of [3, 1]) {
      await pay(idOf(number), 1).expect(200);
      shop.order.advanceClock(1_000);
    }
    const ids = async (query?: object) => (await list(query)).map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([2, 4, 1, 3].map(idOf));
    expect(await ids({ status: 'paid' })).toEqual([1, 3].map(idOf));
    expect(await ids({ page: 2, limit: 3 })).toEqual([idOf(3)]);
  });

  it('of a deleted account keeps what accounting needs, and its payment causes no mail (ORD-S4)', async () => {
    await publish(soldEventOf(1), soldEventOf(2, { userId: null }));
    await publish({ ...unreadableEvent('user.deleted'), eventId: randomUUID(), data: { userId: seller } });
    const listed = await list();
    const [ofDeletedAccount, other] = [1, 2].map((number) =>
      listed.find(({ id }: { id: string }) => id === idOf(number)),
    );
    expect(ofDeletedAccount).toMatchObject({
      customer: { name: 'Asha Gurung', email: '' },
      account: '00123456789',
      amount: money(5_400_000),
      version: 2,
    });
    expect(other).toMatchObject({ customer: { email: 'asha@example.com' }, version: 1 });
    expect((await pay(idOf(1), 1)).body.code).toBe('version-conflict');
    await pay(idOf(1), 2).expect(200);
    expect(await paidEvents()).toMatchObject([{ data: { userId: null, customer: { email: '' } } }]);
  });

  it('keeps a photo of its receipt, for staff only; a bad one is refused and nothing changed (ORD-S3)', async () => {
    await publish(soldEventOf(1), soldEventOf(2));
    const upload = (file: Buffer) =>
      asAdmin('post', uploadPayoutProof.path).attach('photo', file, 'slip.png');
    expect((await upload(Buffer.from('no picture'))).status).toBe(415);
    const { body } = await upload(receipt).expect(201);
    expect(uploadPayoutProof.answer.parse(body)).toEqual(body);
    const send = (id: string, proofId: string) =>
      asAdmin('post', `${listPayouts.path}/${id}/payment`).send({
        version: 1,
        paymentReference: 'NIC-42',
        proofId,
      });
    expect((await send(idOf(1), 'f'.repeat(32))).status).toBe(409);
    expect(await list()).toMatchObject([
      { status: 'due', proof: null },
      { status: 'due', proof: null },
    ]);
    // When two payouts are paid with the same receipt concurrently, only one takes effect.
    const answers = await Promise.all([1, 2].map((number) => send(idOf(number), body.data.photoId)));
    const isFirst = answers[0]?.status === 200;
    expect(answers.map(({ status }) => status)).toEqual(isFirst ? [200, 409] : [409, 200]);
    const [paidNumber, dueNumber] = isFirst ? [1, 2] : [2, 1];
    const proof = answers[paidNumber - 1]?.body.data.proof;
    expect((await send(idOf(paidNumber), body.data.photoId)).body.code).toBe('version-conflict');
    expect((await asAdmin('get', proof).expect(200)).headers['content-type']).toBe('image/webp');
    expect((await call('get', proof, shop.order.tokens.customer(seller))).status).toBe(404);
    expect((await call('get', proof)).status).toBe(404);
    // A receipt belongs to one payout.
    expect((await send(idOf(dueNumber), body.data.photoId)).status).toBe(409);
    expect(await list({ status: 'due' })).toMatchObject([{ id: idOf(dueNumber), proof: null }]);
    expect(await paidEvents(idOf(dueNumber))).toEqual([]);
    expect([...(await shop.order.context.payouts.listProofsInUse([body.data.photoId, 'other']))]).toEqual([
      body.data.photoId,
    ]);
  });

  it('is for admins only, and an unknown one is not found', async () => {
    await publish(soldEventOf());
    const customer = shop.order.tokens.customer(seller);
    expect((await call('get', listPayouts.path, customer)).status).toBe(403);
    expect(
      (await call('post', `${listPayouts.path}/${idOf(1)}/payment`, customer).send({ version: 1 })).status,
    ).toBe(403);
    expect((await pay(idOf(9), 1)).status).toBe(404);
    expect((await list({ status: 'due' })).length).toBe(1);
  });
});
