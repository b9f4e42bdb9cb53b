import { dayMs } from '@kinmel/contracts';
import { testMongoUri } from '@kinmel/testing/servers';
import { mongo } from 'mongoose';
import { checkBooks, findViolations, readPiecesOfShop } from './check-books.ts';
import { type Finding, lastingFindings } from './report.ts';
import type { Beforehand } from './snapshot.ts';
import {
  abandonedOrder,
  buyer,
  cancelledOrder,
  device,
  openOrder,
  openSmallShop,
  phone,
  phoneOrder,
  preLoved,
  refundedOrder,
  repair,
  returnedOrder,
  type SmallShop,
  sellRequest,
  services,
  settledReturn,
  soldPhone,
  tablet,
  tenPercent,
  unknownId,
} from './testing/small-shop.ts';

const ids =
  'I-1 I-2 I-3 I-4 I-5 I-6 I-7 I-8 I-9 I-10 I-17 I-18 I-19 I-20 I-21 I-22 I-23 I-24 I-25 I-26 I-27 I-28 I-29 I-30 I-31 I-32 I-33 I-34 I-40 I-41 I-42 I-43 I-44 I-45 I-46 I-47 I-50 I-51 I-52 I-53 I-54 I-55 I-56 I-57 I-58 I-59 I-60 I-61 I-62'.split(
    ' ',
  );
const [orders, sales, products] = ['order.orders', 'catalog.sales', 'catalog.products'];
const [offers, redemptions] = ['offer.offers', 'offer.redemptions'];
const repairs = 'service_request.repair_bookings';
const returns = 'service_request.returns';
const phoneOrders = 'service_request.phone_orders';
const sellRequests = 'service_request.sell_requests';
const [postings, balances] = ['order.ledger_postings', 'order.credit_balances'];
const [taxDocuments, series] = ['order.tax_documents', 'order.document_series'];

let shop: SmallShop;
const shopOptions = () => ({ mongodbUri: testMongoUri(), databasePrefix: shop.prefix });
const check = (beforehand: Beforehand = {}) => findViolations({ ...shopOptions(), beforehand });
const brokenIds = (findings: readonly Finding[]) =>
  findings.filter(({ offences }) => offences.length > 0).map(({ id }) => id);
const textsOf = (findings: readonly Finding[], id: string) =>
  findings.find((finding) => finding.id === id)?.offences.map(({ text }) => text) ?? [];

beforeAll(async () => {
  shop = await openSmallShop();
});
beforeEach(() => shop.reset());
afterAll(() => shop.drop());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const later = minutesAgo(-1);
const paidByAdmin = { at: minutesAgo(1), by: 'admin', what: 'payment-status', to: 'paid' };
const cancelledByCustomer = { at: new Date(), by: 'customer', what: 'order-status', to: 'cancelled' };
/** Changes the state of the money in order.cancelled. */
const setEventMoney = (money: string) =>
  shop
    .collection('order.outbox')
    .updateOne({ 'event.type': 'order.cancelled' }, { $set: { 'event.data.money': money } });

it('finds every invariant holding in a sound shop, and writes nothing (I-1 to I-10, I-17 to I-34, I-40 to I-47, I-50 to I-62)', async () => {
  const hashes = async () => {
    const results = await Promise.all(services.map((name) => shop.database(name).command({ dbHash: 1 })));
    return results.map(({ md5 }) => md5);
  };
  const before = await hashes();
  const { findings, waiting } = await checkBooks({ ...shopOptions(), settleMs: 0 });
  expect(findings.map(({ id, offences }) => [id, offences])).toEqual(ids.map((id) => [id, []]));
  // No provider is configured, and no account was deleted.
  expect(findings.filter(({ count }) => count === 0).map(({ id }) => id)).toEqual([
    'I-18',
    'I-53',
    'I-57',
    'I-58',
  ]);
  expect(waiting).toBe(0);
  expect(await hashes()).toEqual(before);
});

/** Changes the fields of one record of the shop. */
const changing = (name: string, id: string) => (change: mongo.Document) => () => shop.set(name, id, change);
const [order, changeCancelledOrder] = [changing(orders, openOrder), changing(orders, cancelledOrder)];
const [product, offer] = [changing(products, phone), changing(offers, tenPercent)];
const [changeSellRequest, changeRepair] = [changing(sellRequests, sellRequest), changing(repairs, repair)];
const [changePhoneOrder, sale] = [changing(phoneOrders, phoneOrder), changing(sales, openOrder)];
const changeRedemption = changing(redemptions, cancelledOrder);
const [invoice, creditNote] = [`${refundedOrder}/invoice`, `${refundedOrder}/credit-note`];
const document = (id: string, change: mongo.Document) => changing(taxDocuments, id)(change);
const changeRefundedOrder = changing(orders, refundedOrder);
const [usedPosting, returnedPosting] = [`order:${refundedOrder}:used`, `order:${refundedOrder}:returned`];
const posting = (id: string, change: mongo.Document) => changing(postings, id)(change);
const sum = 'amountInMinorUnits';
const remove = (name: string, id: string) => () => shop.remove(name, id);
const copy =
  (name: string, of: string, change: mongo.Document = {}, id = unknownId) =>
  () =>
    shop.insertCopy(name, of, id, change);
const changeReturnedOrder = changing(orders, returnedOrder);
const changeReturn = changing(returns, settledReturn);
const payouts = 'order.payouts';
const [payout, changeSoldRequest] = [changing(payouts, soldPhone), changing(sellRequests, soldPhone)];
const devices = 'device.devices';
const [changeDevice, changeDeviceProduct] = [changing(devices, device), changing(products, device)];
/** The policy requires two people for every sum, but one person decided. */
async function oneApproval(): Promise<void> {
  const content = { approvals: { fourEyesFrom: { [sum]: 1 } } };
  await shop.collection('order.policies').insertOne({ _id: '7', content, storedAt: minutesAgo(9) });
  await posting('goodwill:a-key', { cause: 'goodwill', at: minutesAgo(5) })();
  const by = { id: 'mina' };
  await payout({ status: 'paid', paidAt: minutesAgo(5), approvedBy: by, paidBy: by })();
}
/** Changes a posting of goodwill into one for a phone. */
const tradeIn = {
  number: 9,
  entries: [
    { account: `credit:${buyer}`, amount: { [sum]: 1500 } },
    { account: 'trade-ins', amount: { [sum]: -1500 } },
  ],
};
const returnPosting = `return:${settledReturn}`;
const returnNote = `${returnedOrder}/credit-note/${settledReturn}`;
const placedOrder = (aggregateId: string) => ({ type: 'order.placed', aggregateId });
const handle = (id: string) => () => shop.markHandled('catalog.order-placed', placedOrder(id));
const hold = (orderId: string, overdueAt: Date) =>
  product({ reservations: [{ id: orderId, quantity: 2, overdueAt }] });
const refund = (fields: mongo.Document) => order({ refund: { state: 'due', ...fields } });
const changedOrder = { type: 'order.status-changed', aggregateId: openOrder, aggregateVersion: 2 };
const unsent = { ...changedOrder, sentMsAgo: null, occurredAt: minutesAgo(2) };
const step = (what: string, from: string | null, to: string) => ({ what, from, to, note: '' });
const doneAtOnce = [step('status', null, 'done')];

const [tax, total] = ['pricing.taxInMinorUnits', 'pricing.totalInMinorUnits'] as const;
const subtotal = 'pricing.subtotalInMinorUnits';

/**
 * For each invariant a fault that it reports: a part of the text, and the fault. Other invariants may be violated as
 * well.
 */
const faults: Readonly<Record<string, readonly [text: string, plant: () => Promise<unknown>]>> = {
  'I-1: two orders with one key': ['key-of-0001', copy(orders, openOrder, { orderNumber: 'KM-9' })],
  'I-1: two orders with one number': ['KM-0001', copy(orders, openOrder, { idempotency: { key: 'x' } })],
  'I-2: an order without events': [unknownId, copy(orders, openOrder, { createdAt: new Date() })],
  'I-2: a sale of an order that does not exist': [openOrder, remove(orders, openOrder)],
  'I-2: an event of an abandoned order': [
    abandonedOrder,
    () => shop.publishToAll(placedOrder(abandonedOrder)),
  ],
  'I-2: a handled event of an order that does not exist': [unknownId, handle(unknownId)],
  'I-3: an event that took effect twice': [openOrder, handle(openOrder)],
  'I-3: an order without its sale': [openOrder, remove(sales, openOrder)],
  'I-3: an order whose pieces went back': [openOrder, sale({ state: 'given-back' })],
  'I-3: an order without its redemption': [openOrder, remove(redemptions, openOrder)],
  'I-3: a confirmed order without capture': [openOrder, order({ orderStatus: 'confirmed' })],
  'I-3: a redemption of an order without offers': [openOrder, order({ offerIds: [] })],
  'I-4: a negative stock': [phone, product({ stock: -1 })],
  'I-4: fewer pieces than were ordered': [openOrder, sale({ lines: [{ productId: phone, quantity: 2 }] })],
  'I-4: pieces that are sold and still held': [phone, hold(openOrder, later)],
  'I-5: an offer above its limit': [tenPercent, offer({ maxRedemptions: 0 })],
  'I-5: a counter unlike the ledger': [tenPercent, offer({ currentRedemptions: 0 })],
  'I-6: a fraction of a minor unit': [openOrder, order({ [tax]: 200.5, [total]: 4200.5 })],
  'I-6: a total that is not the sum': [openOrder, order({ [total]: 4100 })],
  'I-6: a subtotal unlike the sum of the lines': [openOrder, order({ [subtotal]: 2400, [total]: 4100 })],
  'I-6: a line unlike price times quantity': [openOrder, order({ 'lines.0.quantity': 3 })],
  'I-6: a revenue unlike the sum of the lines': ['revenue', order({ [total]: 4300 })],
  'I-6: more credit than the total': ['its credit is', order({ credit: { [sum]: 4201, isReturned: false } })],
  'I-7: a version that only a copy knows': [phone, product({ version: 2 })],
  'I-7: a version that only a consumer knows': [cancelledOrder, changeCancelledOrder({ version: 1 })],
  'I-7: a version of a request only at a consumer': [
    sellRequest,
    async () => {
      await shop.changeSellRequest({ isHandled: true });
      await changeSellRequest({ version: 2 })();
    },
  ],
  'I-8: a confirmed message that was not handled': [openOrder, () => shop.publish(orders, changedOrder)],
  'I-8: an unhandled event of a request': [sellRequest, () => shop.changeSellRequest()],
  'I-9: a product without a copy': [tablet, remove('order.product_copies', tablet)],
  'I-9: an old copy of a product': [phone, product({ version: 4 })],
  'I-9: a copy with another price': [phone, product({ priceInMinorUnits: 999 })],
  'I-9: a sold out product that is in stock in its copy': [phone, product({ stock: 0 })],
  'I-9: a deleted product with a copy': [phone, product({ deletedAt: new Date() })],
  'I-9: a copy of a purged product': [phone, remove(products, phone)],
  'I-9: an old copy of an offer': [tenPercent, offer({ version: 3 })],
  'I-9: an offer that is only on in its copy': [tenPercent, offer({ isActive: false })],
  'I-9: a deleted offer with a copy': [tenPercent, offer({ deletedAt: new Date() })],
  'I-10: a cancelled order with its sale': [
    cancelledOrder,
    changing(sales, cancelledOrder)({ state: 'sold' }),
  ],
  'I-10: a cancelled order with its redemption': [cancelledOrder, changeRedemption({ state: 'reserved' })],
  'I-10: an abandoned order that holds pieces': [abandonedOrder, hold(abandonedOrder, later)],
  'I-10: pieces that are held for too long': [unknownId, hold(unknownId, minutesAgo(1))],
  'I-10: a redemption held too long': [unknownId, copy(redemptions, openOrder, { holdUntil: minutesAgo(1) })],
  'I-62: an event that two writers of one version published': [
    `${openOrder}: order.refunded of version 2 was published 2 times`,
    async () => {
      for (let times = 0; times < 2; times += 1)
        await shop.publishToAll({ ...changedOrder, type: 'order.refunded' });
    },
  ],
  'I-17: an event unsent for two minutes': [openOrder, () => shop.publish(orders, unsent)],
  'I-17: an unsent event of a request': [sellRequest, () => shop.changeSellRequest({ sentMsAgo: null })],
  'I-19: an event of an order without its mail': [
    openOrder,
    async () => {
      const { mailId } = await shop.publishToAll({ ...changedOrder, type: 'order.refunded' });
      await shop.remove('notification.mails', mailId);
    },
  ],
  'I-19: a request without its mail': [sellRequest, () => shop.changeSellRequest({ isHandled: true })],
  'I-20: a repair without a seat': [
    repair,
    () => shop.collection(repairs).updateOne({ seat: /1$/ }, { $unset: { seat: 1 } }),
  ],
  'I-20: a repair with the seat of another time': [repair, changeRepair({ time: '10:00' })],
  'I-20: a cancelled repair with a seat': [repair, changeRepair({ status: 'cancelled' })],
  'I-20: a seat that is taken twice': ['2026-11-24 09:30 1 is taken 2 times', copy(repairs, repair)],
  'I-21: a phone order with a fraction': [phoneOrder, changePhoneOrder({ unitPriceInMinorUnits: 10.5 })],
  'I-21: a phone order without pieces': [phoneOrder, changePhoneOrder({ quantity: 0 })],
  'I-22: a cancelled order with its payment': [
    'was cancelled and keeps the payment pi_1',
    changeCancelledOrder({ card: { paymentId: 'pi_1' }, paymentStatus: 'failed' }),
  ],
  'I-22: a failed refund': ['its refund failed', refund({ state: 'failed', since: new Date() })],
  'I-22: a refund due for more than ten minutes': ['its refund is due', refund({ since: minutesAgo(11) })],
  'I-22: a refund accepted more than two weeks ago': [
    'its refund is due',
    refund({ refundId: 're_1', since: minutesAgo(15 * 24 * 60) }),
  ],
  'I-23: a page to be closed for ten minutes': [
    'its page cs_1 is to be closed',
    order({ pagesToClose: [{ sessionId: 'cs_1', since: minutesAgo(11) }] }),
  ],
  'I-24: "none" for a paid order': [
    'the event says "none" of its money, which was paid',
    changeCancelledOrder({ history: [paidByAdmin, cancelledByCustomer] }),
  ],
  'I-24: "none" for an order paid in the same step': [
    'the event says "none" of its money, which was paid',
    changeCancelledOrder({
      history: [{ ...cancelledByCustomer, by: 'admin', at: paidByAdmin.at }, paidByAdmin],
    }),
  ],
  'I-24: "already-back" for an unpaid order': [
    'the event says "already-back" of its money, which was not paid',
    () => setEventMoney('already-back'),
  ],
  'I-24: a cancelled order that staff do not see': [
    'was cancelled and paid by hand',
    changeCancelledOrder({ paymentStatus: 'paid', promisedAt: null }),
  ],
  'I-25: a sell request unlike its history': [
    sellRequest,
    changeSellRequest({ status: 'completed', promisedAt: null }),
  ],
  'I-25: a gap in the history of a repair': [repair, changeRepair({ 'history.1.from': 'done' })],
  'I-25: a phone order changed without an event': [phoneOrder, changePhoneOrder({ updatedAt: new Date() })],
  'I-26: a price without a quote': [sellRequest, changeSellRequest({ quotedPriceInMinorUnits: 20_000 })],
  'I-26: a price with a fraction': [sellRequest, changeSellRequest({ quotedPriceInMinorUnits: 25_000.5 })],
  'I-26: a quote without an end': [sellRequest, changeSellRequest({ quoteValidUntil: null })],
  'I-26: an acceptance of another price': [
    '250.00 was accepted, the price is 200.00',
    changeSellRequest({ quotedPriceInMinorUnits: 20_000, 'history.4': step('quote', '250.00', '200.00') }),
  ],
  'I-27: an accepted price without a promise': [sellRequest, changeSellRequest({ promisedAt: null })],
  'I-27: a closed repair with a promise': [repair, changeRepair({ status: 'done', history: doneAtOnce })],
  'I-29: a gap': ['INV-2083/84 has the number 2 in place 1', document(invoice, { number: 2 })],
  'I-29: a number given twice': [
    'INV-2083/84 has the number 1 in place 2',
    () => shop.insertCopy(taxDocuments, invoice, `${openOrder}/invoice`, { orderId: openOrder }),
  ],
  'I-29: a deleted document': ['CN-2083/84 has 1 documents', remove(taxDocuments, creditNote)],
  'I-29: a counter that went back': ['the last number 0', changing(series, 'INV-2083/84')({ last: 0 })],
  'I-29: a time before that of the number before': [
    'INV-2083/84: 2 is older than 1',
    () =>
      shop.insertCopy(taxDocuments, invoice, `${openOrder}/invoice`, { number: 2, issuedAt: new Date(0) }),
  ],
  'I-30: a shipped order without an invoice': [openOrder, order({ orderStatus: 'shipped' })],
  'I-30: a paid order without an invoice': [openOrder, order({ paymentStatus: 'paid' })],
  'I-30: a lost invoice': [refundedOrder, remove(taxDocuments, invoice)],
  'I-30: an invoice unlike its order': ['differs from', document(invoice, { [total]: 1 })],
  'I-30: a line unlike that of its order': ['differs from', document(invoice, { 'lines.0.quantity': 2 })],
  'I-30: an invoice of no order': [unknownId, document(invoice, { orderId: unknownId })],
  'I-31: a refund without a credit note': [refundedOrder, changeRefundedOrder({ documents: ['invoice'] })],
  'I-31: a lost credit note': [refundedOrder, remove(taxDocuments, creditNote)],
  'I-31: a credit note unlike its invoice': ['differs from', document(creditNote, { [total]: 1 })],
  'I-31: a credit note of another invoice': ['differs', document(creditNote, { invoiceNumber: 'INV-9' })],
  'I-31: a credit note of no order': [unknownId, document(creditNote, { orderId: unknownId })],
  'I-32: one entry alone': [
    'its entries sum to -1',
    posting(usedPosting, { [`entries.1.amount.${sum}`]: 999 }),
  ],
  'I-32: a fraction': [usedPosting, posting(usedPosting, { [`entries.0.amount.${sum}`]: -0.5 })],
  'I-33: another balance': [
    `${buyer} has the balance 1501`,
    changing(balances, buyer)({ [`balance.${sum}`]: 1501 }),
  ],
  'I-33: a lost balance': [`${buyer} has the balance undefined`, remove(balances, buyer)],
  'I-33: a lost posting': [`${buyer} has the posting 2 in place 1`, remove(postings, 'goodwill:a-key')],
  'I-33: a balance below zero': ['below zero', posting(usedPosting, { [`entries.0.amount.${sum}`]: -1501 })],
  'I-33: another balance after a posting': [
    'the entries sum to 500',
    posting(usedPosting, { [`balanceAfter.${sum}`]: 1 }),
  ],
  'I-34: credit that was not deducted': ['and 0 was posted', remove(postings, usedPosting)],
  'I-34: credit that did not come back': ['1000 of its credit went back', remove(postings, returnedPosting)],
  'I-34: a cancelled order with its credit': [
    'did not go back',
    changeRefundedOrder({ 'credit.isReturned': false }),
  ],
  'I-34: a standing order without its credit': [
    'went back',
    order({ credit: { [sum]: 1, isReturned: true } }),
  ],
  'I-34: an order with other credit': ['has used 900', changeRefundedOrder({ [`credit.${sum}`]: 900 })],
  'I-34: an order that credit pays in part': [
    '1000 of 3240',
    changeRefundedOrder({ paymentMethod: 'credit' }),
  ],
  'I-34: a posting of no order': [
    'an order that does not exist',
    copy(postings, usedPosting, { order: { id: unknownId } }),
  ],
  'I-34: a posting of an order without credit': [refundedOrder, changeRefundedOrder({ credit: null })],
  'I-40: a payment given back twice': [
    '2241 of its payment goes back, 2240 was paid',
    changeReturnedOrder({ 'returns.0.amountInMinorUnits': 2241 }),
  ],
  'I-40: more than the total': [
    '3241 goes back',
    changeReturnedOrder({ 'returns.0.creditInMinorUnits': 1001 }),
  ],
  'I-40: credit that was not posted': ['and 0 was posted', remove(postings, returnPosting)],
  'I-40: other credit': ['and 999 was posted', posting(returnPosting, { [`entries.0.amount.${sum}`]: 999 })],
  'I-40: credit of no return': ['for no return', copy(postings, returnPosting, {}, `return:${unknownId}`)],
  'I-40: a whole refund after a return': [
    'was refunded as a whole',
    changeReturnedOrder({ paymentStatus: 'refunded' }),
  ],
  'I-50: more pieces back than were bought': [
    'came back or are about to',
    changeReturnedOrder({ 'returns.0.lines': [{ key: unknownId, quantity: 9 }] }),
  ],
  'I-50: a claim of no open return': [
    'which returns nothing',
    changeReturnedOrder({ openReturns: [{ id: settledReturn, lines: [] }] }),
  ],
  'I-50: an open return without a claim': [
    'without a claim',
    changeReturn({ status: 'pending', isClaimed: true }),
  ],
  'I-50: more pieces in the stock than were sold': [
    'went back into the stock',
    sale({ returned: [{ productId: unknownId, quantity: 1 }] }),
  ],
  'I-41: a return without its refund': ['"" refunded', changeReturnedOrder({ returns: [] })],
  'I-41: a duplicate refund': [
    `"3240 of ${returnedOrder},3240 of ${returnedOrder}" refunded`,
    async () => {
      const [found] = await shop.collection(orders).find({ orderNumber: 'KM-0005' }).toArray();
      const made = found?.['returns'][0];
      await changeReturnedOrder({ returns: [made, made] })();
    },
  ],
  'I-41: a refund in another order': [
    `"3240 of ${openOrder}" was agreed`,
    changing(returns, settledReturn)({ orderId: openOrder }),
  ],
  'I-41: another sum than was agreed': [
    `"3000 of ${returnedOrder}" was agreed`,
    changeReturn({ offeredRefund: { amountInMinorUnits: 3000 } }),
  ],
  'I-41: a refund of a return that is not settled': [
    '"" was agreed',
    async () => {
      await changeReturn({ status: 'received' })();
      await changeReturnedOrder({ 'returns.0.settledAt': new Date() })();
    },
  ],
  'I-41: a refund without a credit note': ['"" credited', remove(taxDocuments, returnNote)],
  'I-41: two credit notes': [
    `"3240 of ${returnedOrder},3240 of ${returnedOrder}" credited`,
    copy(taxDocuments, returnNote, {}, `${returnedOrder}/credit-note/2`),
  ],
  'I-41: a credit note of another sum': [
    `"1 of ${returnedOrder}" credited`,
    document(returnNote, { [total]: 1 }),
  ],
  'I-41: a credit note of no refund': [
    `${unknownId}: "" was agreed`,
    document(returnNote, { returnId: unknownId }),
  ],
  'I-42: a return that was settled twice': ['took effect 2 times in order', () => shop.settleReturn()],
  'I-42: pieces that came back twice': [
    'took effect 2 times in catalog',
    () => shop.markHandled('catalog.return-settled', { type: 'return.settled', aggregateId: settledReturn }),
  ],
  'I-42: a return that the order did not receive': [
    'took effect 0 times in order',
    () => shop.collection('order.inbox').deleteMany({ type: 'return.settled' }),
  ],
  'I-43: a sold phone that is not paid': ['"" is paid', remove(payouts, soldPhone)],
  'I-43: a payout of another sum': ['"payout of 1" is paid', payout({ [`amount.${sum}`]: 1 })],
  'I-43: a payout where credit was agreed': [
    '"credit of 2700000" was agreed',
    changeSoldRequest({ 'agreed.payment.to': 'credit' }),
  ],
  'I-43: a payout of no settled request': [
    `${soldPhone}: "" was agreed`,
    changeSoldRequest({ status: 'rejected' }),
  ],
  'I-43: a payout of a request that was closed without payment': [
    '"" was agreed',
    changeSoldRequest({ isSettled: false }),
  ],
  'I-43: a settled request without payment': [
    '"nothing" was agreed',
    changeSoldRequest({ 'agreed.payment': null }),
  ],
  'I-43: credit beside the payout': [
    '"credit of 1500,payout of 2700000" is paid',
    copy(postings, 'goodwill:a-key', tradeIn, `trade-in:${soldPhone}`),
  ],
  'I-43: credit for no phone': [
    `${unknownId}: "" was agreed, "credit of 1500" is paid`,
    copy(postings, 'goodwill:a-key', tradeIn, `trade-in:${unknownId}`),
  ],
  'I-44: a device in another place': ['is inspected', changeDevice({ place: 'inspected' })],
  'I-44: a step from another place': [
    'went from workshop to for-sale',
    changeDevice({ 'history.2.from': 'workshop' }),
  ],
  'I-44: an order of a device for sale': [`its order is ${openOrder}`, changeDevice({ orderId: openOrder })],
  'I-44: an awaited device without an order': [
    'is awaited, its order is null',
    changeDevice({ place: 'awaited' }),
  ],
  'I-44: a device for sale without its product': ['its product is null', changeDevice({ sale: null })],
  'I-45: a piece without a device': ['has 2 pieces, and 1', changing(products, preLoved)({ stock: 2 })],
  'I-45: a device that is not counted': ['has 1 pieces, and 0', changeDeviceProduct({ stock: 0 })],
  'I-45: a device for sale that is off sale': [
    `${device} is for sale, and cannot`,
    changeDeviceProduct({ isAvailable: false }),
  ],
  'I-45: a device for sale without its product': [
    `${device} is for sale, and cannot`,
    remove(products, device),
  ],
  'I-45: a product that is switched off': [
    `its product ${preLoved} is not`,
    changing(products, preLoved)({ isAvailable: false }),
  ],
  'I-45: a sold device that can be bought': ['can be bought, and is sold', changeDevice({ place: 'sold' })],
  'I-46: a device in an order that it does not know': [
    `orders have it: "${openOrder}"`,
    order({ 'lines.1.productId': device }),
  ],
  'I-46: a device that is sold without an order line': [
    `is sold in "${openOrder}", and orders have it: ""`,
    changeDevice({ place: 'sold', orderId: openOrder }),
  ],
  'I-46: a device that was sold twice': [
    `orders have it: "${openOrder},${refundedOrder}"`,
    async () => {
      await changeDevice({ place: 'sold', orderId: openOrder })();
      await order({ 'lines.1.productId': device })();
      await changeRefundedOrder({ 'lines.0.productId': device })();
    },
  ],
  'I-47: two devices with one number': [`${device} and ${unknownId} have one number`, copy(devices, device)],
  'I-47: two devices of one sell request': [
    'have one sell request',
    copy(devices, device, { identifiers: [] }),
  ],
  'I-51: a paid phone that never came': ['its phone never came', changeSoldRequest({ deviceId: null })],
  'I-51: a paid phone that went back': [`its phone ${device} went back`, changeDevice({ place: 'customer' })],
  'I-51: a paid phone without a price': ['is requoted', changeDevice({ purchase: 'requoted' })],
  'I-51: a phone on sale that is never paid': ['is never paid', payout({ status: 'ended' })],
  'I-52: a phone in the shop that nobody inspects': [
    `${device} is received and to-inspect, its sell request ${soldPhone} is completed`,
    changeDevice({ place: 'received', purchase: 'to-inspect' }),
  ],
  'I-52: an accepted request with the phone of another one': [
    `${sellRequest} is accepted with the device ${device}`,
    changeSellRequest({ deviceId: device }),
  ],
  'I-53: a posting to a deleted account': [
    `goodwill:a-key was posted to ${buyer}`,
    async () => {
      await changing(postings, 'goodwill:a-key')({ at: later, cause: 'goodwill' })();
      await shop.collection('order.deleted_accounts').insertOne({ _id: buyer, deletedAt: minutesAgo(5) });
    },
  ],
  'I-54: goods in the shop without a person': [
    `${settledReturn} is received`,
    changing(returns, settledReturn)({ status: 'received', email: '' }),
  ],
  'I-54: a phone without a person whose payment is stopped': [
    `${soldPhone} is completed, its goods are in the shop`,
    async () => {
      await payout({ status: 'stopped' })();
      await changeSoldRequest({ email: '' })();
    },
  ],
  'I-54: a phone in the shop without a person': [
    `${soldPhone} is completed, its goods are in the shop`,
    async () => {
      await changeDevice({ place: 'received', purchase: 'declined' })();
      await changeSoldRequest({ email: '' })();
    },
  ],
  'I-55: a phone on sale while its buyer has it': [
    `${device} went from a buyer on sale 1 times; 0 cancelled orders`,
    changeDevice({ 'history.3': { from: 'sold', to: 'for-sale' } }),
  ],
  'I-56: a refunded order with a return on its way': [
    `its return ${settledReturn} is accepted`,
    changing(returns, settledReturn)({ status: 'accepted', orderId: refundedOrder }),
  ],
  'I-59: lines that are not the subtotal': [
    'its lines are 3000, its subtotal is 2900',
    document(invoice, { [subtotal]: 2900, [tax]: 340 }),
  ],
  'I-59: parts that are not the total': ['3000 + 0 + 240 is not 1', document(invoice, { [total]: 1 })],
  'I-59: credit notes above the invoice': [
    `${refundedOrder}: its credit notes are 3240 more`,
    document(returnNote, { orderId: refundedOrder }),
  ],
  'I-60: a stolen phone that was bought as any other': [
    `${device} was bought, is listed as stolen`,
    async () => {
      const imeis = [{ blocklist: 'listed', askedAt: minutesAgo(5) }];
      await shop.collection('device.offers').insertOne({ _id: new mongo.ObjectId(soldPhone), imeis });
      await changeDevice({ 'history.1.at': minutesAgo(1), 'history.1.note': 'No scratch.' })();
    },
  ],
  'I-61: much credit by one person': ['goodwill:a-key was posted without', () => oneApproval()],
  'I-61: a large payout by one person': [`${soldPhone} was paid without`, () => oneApproval()],
  'I-28: a note in a forgotten request': [
    sellRequest,
    changeSellRequest({ forgottenAt: later, adminNotes: 'Ring.' }),
  ],
};

it.each(Object.entries(faults))('reports %s', async (name, [text, plant]) => {
  await plant();
  const [id = ''] = name.split(':');
  expect(textsOf(await check(), id).join('\n')).toContain(text);
});

it('accepts a device that was bought in an order, cancelled or returned, and is for sale again (I-46)', async () => {
  await changeCancelledOrder({ 'lines.0.productId': device })();
  await changeReturnedOrder({ 'lines.0.productId': device })();
  await changeReturn({ lines: [{ productId: device }] })();
  expect(textsOf(await check(), 'I-46')).toEqual([]);
});

it('accepts a device that its buyer sold back to the shop (I-46)', async () => {
  await order({ lines: [{ productId: device }] })();
  expect(textsOf(await check(), 'I-46')).not.toEqual([]);
  const stored = await shop.collection('device.devices').findOne({ _id: device as never });
  const back = { from: 'sold', to: 'received', at: later };
  await changeDevice({ history: [...(stored?.['history'] ?? []), back] })();
  expect(textsOf(await check(), 'I-46')).toEqual([]);
});

it('accepts a listed phone that a person confirmed, and large sums with two approvals (I-60, I-61)', async () => {
  await oneApproval();
  const imeis = [{ blocklist: 'listed', askedAt: minutesAgo(5) }];
  await shop.collection('device.offers').insertOne({ _id: new mongo.ObjectId(soldPhone), imeis });
  const note = 'Confirmed although it is listed as stolen: the police was asked.';
  await changeDevice({ 'history.1.at': minutesAgo(1), 'history.1.note': note })();
  await payout({ secondApproval: 'same-person-password', credit: { key: 'goodwill:a-key' } })();
  const findings = await check();
  for (const id of ['I-60', 'I-61']) expect(textsOf(findings, id)).toEqual([]);
});

it('accepts a device that somebody holds, and one that is awaited (I-44, I-45, I-46)', async () => {
  await changeDeviceProduct({ stock: 0, reservations: [{ id: unknownId, quantity: 1, overdueAt: later }] })();
  await changing(products, preLoved)({ stock: 0 })();
  expect(textsOf(await check(), 'I-45')).toEqual([]);
  await changeCancelledOrder({ 'lines.0.productId': device })();
  await changeDevice({ place: 'awaited', orderId: cancelledOrder, sale: null, 'history.2.to': 'awaited' })();
  for (const id of ['I-44', 'I-46']) expect(textsOf(await check(), id)).toEqual([]);
});

it.each<readonly [string, string, string, Beforehand]>([
  [
    'I-1',
    'an acknowledged order under the key of another',
    openOrder,
    { acknowledged: [{ orderId: openOrder, userId: buyer, key: 'another-key' }] },
  ],
  [
    'I-7',
    'an acknowledged order that is lost',
    unknownId,
    { acknowledged: [{ orderId: unknownId, userId: buyer, key: 'a-key' }] },
  ],
  [
    'I-4',
    'a piece that vanished',
    tablet,
    {
      pieces: new Map([
        [phone, 9],
        [tablet, 2],
      ]),
    },
  ],
])('%s: reports %s', async (id, _fault, text, beforehand) => {
  expect(textsOf(await check(beforehand), id).join('\n')).toContain(text);
});

it('accepts refunds and closings in progress, and money that came after the cancellation (I-22 to I-24)', async () => {
  await shop.set(orders, openOrder, {
    refund: { state: 'due', refundId: 're_1', since: minutesAgo(60) },
    pagesToClose: [{ sessionId: 'cs_1', since: minutesAgo(9) }],
  });
  await shop.set(orders, cancelledOrder, {
    paymentStatus: 'paid',
    promisedAt: later,
    history: [cancelledByCustomer, { ...paidByAdmin, by: 'shop', at: new Date() }],
  });
  expect(brokenIds(await check())).toEqual([]);
});

it.each([
  ['by-hand', 'after its refund failed', ['paid', 'refunded', 'refund failed']],
  ['goes-back', 'paid by card and set to failed by staff', ['paid', 'failed']],
  ['already-back', 'after its refund', ['paid', 'refunded']],
])('accepts "%s" for an order that was cancelled %s (I-24)', async (money, _, steps) => {
  const history = steps.map((to) => ({
    at: minutesAgo(1),
    by: to === 'failed' ? 'admin' : 'shop',
    what: to === 'refund failed' ? 'note' : 'payment-status',
    to,
  }));
  await shop.set(orders, cancelledOrder, { history: [...history, cancelledByCustomer] });
  expect(brokenIds(await check())).toEqual(['I-24']);
  await setEventMoney(money);
  expect(brokenIds(await check())).toEqual([]);
});

it('counts pieces in stock, held and sold (I-4)', async () => {
  await hold(unknownId, new Date())();
  const pieces = await readPiecesOfShop(testMongoUri(), shop.prefix);
  expect(Object.fromEntries(pieces)).toEqual({ [phone]: 11, [tablet]: 1 });
});

it('holds weeks later, when outbox and inbox are purged (I-2, I-3, I-8)', async () => {
  await shop.set(orders, openOrder, { createdAt: new Date(Date.now() - 40 * dayMs) });
  await shop.collection('order.outbox').deleteMany({ record: openOrder });
  for (const service of ['catalog', 'offer', 'notification', 'device'])
    await shop.collection(`${service}.inbox`).deleteMany({ aggregateId: openOrder });
  expect(brokenIds(await check())).toEqual([]);
});

it('expects no mail to a deleted account, nor for an event that a later one has overtaken (I-19)', async () => {
  const { mailId } = await shop.publishToAll(changedOrder);
  await shop.set(orders, openOrder, { version: 2 });
  await shop.remove('notification.mails', mailId);
  expect(brokenIds(await check())).toEqual(['I-19']);
  const news = { aggregateId: openOrder, aggregateVersion: 3 };
  await shop.collection('notification.mails').insertOne({ _id: 'order-cancelled-later', news });
  expect(brokenIds(await check())).toEqual([]);
  await shop.remove('notification.mails', 'order-cancelled-later');
  await shop.collection('notification.addressees').insertOne({ _id: buyer, isDeleted: true });
  expect(brokenIds(await check())).toEqual([]);
});

it('finds a mail that is listed in a digest of its mailbox (I-19)', async () => {
  const { mailId } = await shop.publishToAll(changedOrder);
  await shop.set(orders, openOrder, { version: 2 });
  await shop.remove('notification.mails', mailId);
  const digest = { _id: 'mail-digest-a', template: 'mail-digest', news: null, listed: [mailId] };
  await shop.collection('notification.mails').insertOne(digest);
  expect(brokenIds(await check())).toEqual([]);
});

it('accepts that several orders redeem one version of an offer (I-62)', async () => {
  for (const orderId of [openOrder, cancelledOrder])
    await shop.publish(redemptions, { type: 'offer.redeemed', aggregateId: tenPercent, orderId });
  expect(textsOf(await check(), 'I-62')).toEqual([]);
});

it('accepts that an account adds two passkeys, which is no change of the account itself (I-62)', async () => {
  for (let times = 0; times < 2; times += 1)
    await shop.publish('auth.users', { type: 'passkeys.changed', aggregateId: buyer });
  expect(textsOf(await check(), 'I-62')).toEqual([]);
});

it('accepts that a paid phone of a cancelled order stays with its buyer (I-51)', async () => {
  const kept = { at: new Date(), from: 'awaited', to: 'customer', note: 'Lost on its way.' };
  await changeDevice({ place: 'customer', orderId: null, sale: null, history: [kept] })();
  expect(textsOf(await check(), 'I-51')).toEqual([]);
});

it('expects no mail about an offer, which is news for subscribers only (I-19)', async () => {
  const created = await shop.publish(offers, { type: 'offer.created', aggregateId: tenPercent });
  for (const service of ['order', 'notification'])
    await shop.markHandled(`${service}.offer-created`, created);
  expect(brokenIds(await check())).toEqual([]);
});

it('accepts an old copy whose event is in transit (I-9)', async () => {
  await shop.set(products, phone, { version: 4 });
  await shop.publish(products, { type: 'product.updated', aggregateId: phone, sentMsAgo: null });
  expect(brokenIds(await check())).toEqual([]);
});

it('reads thousands of orders and reports the last one (I-3)', async () => {
  const id = (index: number) => (0x6b0000 + index).toString(16).padEnd(24, '0');
  const [order] = await shop.collection(orders).find({ state: 'placed' }).toArray();
  const [sale] = await shop.collection(sales).find({ _id: openOrder }).toArray();
  const many = Array.from({ length: 2_500 }, (_, index) => ({
    ...order,
    _id: new mongo.ObjectId(id(index)),
    orderNumber: id(index),
    idempotency: { key: id(index) },
    offerIds: [],
  }));
  await shop.collection(orders).insertMany(many);
  const copiedSales = many.slice(0, -1).map(({ orderNumber: _id }) => ({ ...sale, _id }));
  await shop.collection(sales).insertMany(copiedSales);
  await shop.publish(orders, { type: 'payment.succeeded', aggregateId: id(2_499) });
  const findings = await check();
  expect(textsOf(findings, 'I-3')).toEqual([`${id(2_499)} is not cancelled and has no sale`]);
  expect(findings.find((finding) => finding.id === 'I-6')?.count).toBe(2_504);
});

it('waits until all outboxes are sent, except for events without consumers', async () => {
  const options = { ...shopOptions(), settleMs: 0 };
  const offerEvent = { aggregateId: tenPercent, sentMsAgo: null };
  await shop.publish(redemptions, { ...offerEvent, type: 'offer.redeemed', aggregateId: openOrder });
  expect((await checkBooks(options)).waiting).toBe(0);
  await shop.publish(offers, { ...offerEvent, type: 'offer.updated' });
  expect((await checkBooks(options)).waiting).toBe(1);
  const checked = checkBooks({ ...options, settleMs: 30_000 });
  await shop.collection('offer.outbox').deleteMany({});
  const { waiting, findings } = await checked;
  expect(waiting).toBe(0);
  expect(brokenIds(findings)).toEqual([]);
});

it('keeps an offence whose figures change between two checks (I-5)', async () => {
  await shop.set(offers, tenPercent, { currentRedemptions: 2, maxRedemptions: 100 });
  const before = await check();
  await shop.insertCopy(redemptions, openOrder, unknownId, { holdUntil: later });
  await shop.set(offers, tenPercent, { currentRedemptions: 3 });
  expect(textsOf(lastingFindings(before, await check()), 'I-5')).toEqual([
    `${tenPercent} counts 3 redemptions, the ledger 2`,
  ]);
});

it.each([
  ['Your sell request 000002 is completed', '27,000', true],
  ['Your sell request 000002 is completed', '28,000', false],
  ['We have paid you for your phone 000002', '27,000', false],
  ['Your return 000001 is settled', '32.40', true],
  ['Your order KM-0001 is refunded', '32.40', false],
])('judges the sum of a mail "%s" by what was moved: NPR %s (I-58)', async (subject, rupees, isMoved) => {
  const mails = [{ subject, text: `You get NPR ${rupees}, of NPR 1.` }];
  const texts = textsOf(await findViolations({ ...shopOptions(), mails }), 'I-58');
  expect(texts).toEqual(isMoved ? [] : [expect.stringContaining('was not moved')]);
});

describe('what providers say (I-57)', () => {
  const paymentOf = (orderId: string, refundedInMinorUnits: number, paymentId = 'khalti_a_b') => ({
    paymentId,
    orderId,
    paidInMinorUnits: 5_000,
    refundedInMinorUnits,
  });
  const differences = async (...figures: readonly ReturnType<typeof paymentOf>[]) =>
    textsOf(await findViolations({ ...shopOptions(), figures }), 'I-57');
  beforeEach(() => order({ card: { paymentId: 'khalti_a_b' } })());

  it('equals an order without refunds', async () => {
    expect(await differences(paymentOf(openOrder, 0))).toEqual([]);
    expect(await differences(paymentOf(openOrder, 1))).toEqual([
      expect.stringContaining('gave back 1 of 5000'),
    ]);
  });

  it('may lag behind a due refund, and not behind one that is done', async () => {
    await refund({ state: 'due', since: new Date() })();
    expect(await differences(paymentOf(openOrder, 0))).toEqual([]);
    await refund({ state: 'done', since: new Date() })();
    expect(await differences(paymentOf(openOrder, 0))).toEqual([
      expect.stringContaining('the order says 5000'),
    ]);
  });

  it('has given back a payment that its order does not keep', async () => {
    expect(await differences(paymentOf(openOrder, 5_000, 'another'), paymentOf(unknownId, 5_000))).toEqual(
      [],
    );
    expect(await differences(paymentOf(openOrder, 0, 'another'))).toHaveLength(1);
    expect(await differences(paymentOf(unknownId, 0))).toHaveLength(1);
  });

  it('may keep an undecided payment until it is looked up again', async () => {
    const page = { sessionId: 'another', since: minutesAgo(9), lookUpAt: later };
    await order({ pagesToClose: [page] })();
    expect(await differences(paymentOf(openOrder, 0, 'another'))).toEqual([]);
  });

  it('may keep a payment of another amount, which staff look into', async () => {
    const noted = { by: 'shop', what: 'note', to: 'payment another of another amount', at: later };
    await order({ history: [noted] })();
    expect(await differences(paymentOf(openOrder, 0, 'another'))).toEqual([]);
  });
});

describe('sums that mails say (I-58)', () => {
  const orderNumber = 'KM-7H2K-94QX';
  const says = async (subject: string, sum: string) => {
    const mails = [{ to: 'sita@example.com', subject, text: `Paid back: NPR ${sum}` }];
    return textsOf(await findViolations({ ...shopOptions(), mails }), 'I-58');
  };
  const made = { state: 'done', since: new Date(), note: '' };
  const settledRefund = { ...made, id: 'r'.repeat(18) + '5A3F09', lines: [], settledAt: new Date() };

  it.each<readonly [string, mongo.Document]>([
    [`Your order ${orderNumber} is refunded`, { refund: { ...made, amountInMinorUnits: 4_200 } }],
    [
      'Your return 5A3F09 is refunded',
      { returns: [{ ...settledRefund, amountInMinorUnits: 4_200, creditInMinorUnits: 0 }] },
    ],
    [
      `A payment of your order ${orderNumber} is given back`,
      { secondPayments: [{ ...made, paymentId: 'p2', amountInMinorUnits: 4_200 }] },
    ],
  ])('"%s" names a sum that was moved', async (subject, change) => {
    await order({ orderNumber })();
    expect(await says(subject, '42')).toHaveLength(1);
    await order({ orderNumber, ...change })();
    expect(await says(subject, '42')).toEqual([]);
    expect(await says(subject, '43')).toHaveLength(1);
  });
});
