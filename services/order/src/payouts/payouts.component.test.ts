import { randomUUID } from 'node:crypto';
import { listPayouts, payPayout, uploadPayoutProof } from '@kinmel/contracts';
import type { WireEvent } from '@kinmel/service-kit';
import { storedEvents, unreadableEvent } from '@kinmel/testing/servers';
import { money } from '../ledger/ledger.rules.ts';
import {
  aSettledSellRequest,
  asCredit,
  receipt,
  seller,
  soldEvent,
} from '../testing/settled-sell-request.ts';
import { testWithStoredOrders } from '../testing/stored-orders.ts';

jest.setTimeout(60_000);

const shop = testWithStoredOrders('order-payouts');
const { asAdmin, call } = shop;
beforeEach(async () => {
  for (const name of ['payouts', 'ledger_postings', 'credit_balances', 'outbox', 'deleted_accounts'])
    await shop.database.connection.collection(name).deleteMany({});
});

const idOf = (number: number) => `6e${String(number).padStart(22, '0')}`;
const tell = async (...events: readonly WireEvent[]) => {
  for (const event of events) await shop.order.bus.publish(event);
  await shop.order.bus.settle();
};
const sold = (number = 1, over: Parameters<typeof aSettledSellRequest>[0] = {}) =>
  soldEvent(aSettledSellRequest({ requestId: idOf(number), ...over }));
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
  it('becomes credit once, with a mail for its seller (K11)', async () => {
    const event = sold(1, { payment: asCredit });
    await tell(event, event, sold(1, { payment: asCredit }));
    expect(await postings()).toMatchObject([
      { _id: `trade-in:${idOf(1)}`, cause: 'trade-in', reason: 'Sell request 000001', userId: seller },
    ]);
    const { balance } = await shop.order.context.ledger.balanceOf(seller);
    expect(balance).toEqual(money(5_670_000));
    expect(await storedEvents(shop.database.connection, seller)).toMatchObject([
      { type: 'credit.changed', data: { cause: 'trade-in', customer: { email: 'asha@example.com' } } },
    ]);
    expect(await list()).toEqual([]);
  });

  it('becomes a payout once, which waits for staff (S1, W7)', async () => {
    const event = sold();
    await tell(event, event, sold());
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

  it('without value is not paid', async () => {
    await tell(sold(1, ofSum(0)), sold(2, { payment: { ...asCredit, amount: money(0) } }));
    expect([await list(), await postings()]).toEqual([[], []]);
  });
});

describe('a payout', () => {
  it('is paid once, also by two people at once, and told to its seller (S3)', async () => {
    await tell(sold());
    const answers = await Promise.all(
      ['admin-1', 'admin-2', 'admin-1', 'admin-2'].map((who) => pay(idOf(1), 1, who)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const paid = answers.find(({ status }) => status === 200)?.body;
    expect(payPayout.answer.parse(paid)).toEqual(paid);
    expect(await paidEvents()).toMatchObject([
      { data: { paymentReference: 'NIC-42', amount: money(5_400_000), userId: seller } },
    ]);
    expect(await work()).toEqual([]);
    const again = await pay(idOf(1), 2);
    expect([again.status, again.body.message]).toEqual([409, 'This payout is paid already.']);
    expect(await paidEvents()).toHaveLength(1);
  });

  it('of the sum of the policy needs two people (S2)', async () => {
    await tell(sold(1, ofSum(10_000_000)));
    expect(await work()).toMatchObject([{ status: 'to-approve' }]);
    expect((await pay(idOf(1), 1, 'admin-2')).status).toBe(409);
    await approve(idOf(1), 1, 'admin-1').expect(200);
    expect(await work()).toMatchObject([{ status: 'to-pay' }]);
    const same = await pay(idOf(1), 2, 'admin-1');
    expect([same.status, same.body.message]).toEqual([
      409,
      'You have approved this payout. Another person pays it.',
    ]);
    expect(await paidEvents()).toEqual([]);
    await pay(idOf(1), 2, 'admin-2').expect(200);
    expect(await paidEvents()).toHaveLength(1);
  });

  it('is listed before the paid ones, oldest first; of those the newest is first', async () => {
    for (const number of [1, 2, 3, 4]) {
      await tell(sold(number));
      shop.order.pass(1_000);
    }
    for (const number of [3, 1]) {
      await pay(idOf(number), 1).expect(200);
      shop.order.pass(1_000);
    }
    const ids = async (query?: object) => (await list(query)).map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([2, 4, 1, 3].map(idOf));
    expect(await ids({ status: 'paid' })).toEqual([1, 3].map(idOf));
    expect(await ids({ page: 2, limit: 3 })).toEqual([idOf(3)]);
  });

  it('of a deleted account keeps what accounting needs, and its payment is told to nobody (S4)', async () => {
    await tell(sold(1), sold(2, { userId: null }));
    await tell({ ...unreadableEvent('user.deleted'), eventId: randomUUID(), data: { userId: seller } });
    const listed = await list();
    const [gone, other] = [1, 2].map((number) =>
      listed.find(({ id }: { id: string }) => id === idOf(number)),
    );
    expect(gone).toMatchObject({
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

  it('keeps a photo of its receipt, for staff only; a bad one is refused and nothing changed (S3)', async () => {
    await tell(sold(1), sold(2));
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
    // Paid at once by the same receipt: one of them.
    const both = await Promise.all([1, 2].map((number) => send(idOf(number), body.data.photoId)));
    const isFirst = both[0]?.status === 200;
    expect(both.map(({ status }) => status)).toEqual(isFirst ? [200, 409] : [409, 200]);
    const [paid, due] = isFirst ? [1, 2] : [2, 1];
    const proof = both[paid - 1]?.body.data.proof;
    expect((await send(idOf(paid), body.data.photoId)).body.code).toBe('version-conflict');
    expect((await asAdmin('get', proof).expect(200)).headers['content-type']).toBe('image/webp');
    expect((await call('get', proof, shop.order.tokens.customer(seller))).status).toBe(404);
    expect((await call('get', proof)).status).toBe(404);
    // A receipt proves one payout.
    expect((await send(idOf(due), body.data.photoId)).status).toBe(409);
    expect(await list({ status: 'due' })).toMatchObject([{ id: idOf(due), proof: null }]);
    expect(await paidEvents(idOf(due))).toEqual([]);
    expect([...(await shop.order.context.payouts.proofsInUse([body.data.photoId, 'other']))]).toEqual([
      body.data.photoId,
    ]);
  });

  it('is for admins only, and an unknown one is not found', async () => {
    await tell(sold());
    const customer = shop.order.tokens.customer(seller);
    expect((await call('get', listPayouts.path, customer)).status).toBe(403);
    expect(
      (await call('post', `${listPayouts.path}/${idOf(1)}/payment`, customer).send({ version: 1 })).status,
    ).toBe(403);
    expect((await pay(idOf(9), 1)).status).toBe(404);
    expect((await list({ status: 'due' })).length).toBe(1);
  });
});
