import { returnLife, statusesIn } from '@kinmel/contracts';
import type { OrderReturn } from '@kinmel/order/records';
import { type Books, type Device, isCancelled, type Order, type Request } from '../books.ts';
import type { Invariant } from '../report.ts';
import { devices, invariantsOf, orders } from './about.ts';
import { amountOf } from './ledger.ts';
import { mayBeKept } from './payments.ts';

const requestsOfKind = ({ requests }: Books, kind: Request['kind']) =>
  requests.filter((request) => request.kind === kind);

const inShop = ['awaited', 'received', 'inspected', 'workshop', 'for-sale', 'returned'];

/** Why a phone of the shop has no next step; undefined when it has one. */
function problemOfPhone({ place, purchase, sellRequest }: Device, request: Request | undefined) {
  if (!inShop.includes(place) || purchase === 'agreed' || purchase === 'declined') return undefined;
  const status = request?.deletedAt ? 'deleted' : (request?.status ?? 'unknown');
  // The next step is the inspection, and then the seller's answer.
  const expected = purchase === 'requoted' ? 'quoted' : 'accepted';
  if (status === expected) return undefined;
  return `is ${place} and ${purchase}, its sell request ${sellRequest.id} is ${status}`;
}

/** Whether an order had left the shop before it was cancelled. */
const hadLeftShop = (history: Order['history']): boolean =>
  history.some(({ what, from, to }) =>
    [from, to].some((one) => what === 'order-status' && (one === 'shipped' || one === 'delivered')),
  );

/** An awaited phone of a cancelled order that stays with its buyer. */
const isBackAtSeller = ({ place, history }: Device): boolean =>
  place === 'customer' && history.at(-1)?.from !== 'awaited';

const paidPhones = invariantsOf('payouts and credits of phones', ({ payouts }) => payouts);
const deletedAccounts = invariantsOf('deleted accounts', ({ events }) =>
  events.filter(({ type }) => type === 'user.deleted'),
);
const requests = invariantsOf('requests', (books) => books.requests);
const providerPayments = invariantsOf('payments at providers', ({ options }) => options.figures ?? []);
const mailsAboutSums = invariantsOf('mails about moved sums', ({ options }) =>
  sumsOfMails(options.mails ?? []),
);

/** Invariants about facts that several services share. */
export const seamInvariants: readonly Invariant[] = [
  paidPhones.all(
    'I-51',
    'every phone that was paid is or was inspected, and did not go back to its seller; one that is never paid is not sold',
    function* (books) {
      const requests = new Map(
        requestsOfKind(books, 'sell_requests').map((request) => [request._id, request]),
      );
      const devices = new Map(books.devices.map((device) => [device._id, device]));
      const credited = books.postings.flatMap(({ _id }) =>
        _id.startsWith('trade-in:') ? [_id.slice('trade-in:'.length)] : [],
      );
      const payouts = books.payouts.filter(({ cause = 'trade-in' }) => cause === 'trade-in');
      const ended = new Set(payouts.filter(({ status }) => status === 'ended').map(({ _id }) => _id));
      for (const id of [...payouts.map(({ _id }) => _id), ...credited]) {
        const deviceId = requests.get(id)?.deviceId;
        const device = devices.get(deviceId ?? '');
        if (ended.has(id)) {
          if (device?.sellRequest.id === id && ['for-sale', 'sold', 'recycled'].includes(device.place))
            yield `${id} is never paid, and its phone ${device._id} is ${device.place}`;
        } else if (device === undefined) yield `${id} was paid, and its phone never came`;
        // A device of another request has left the shop and come back since, so its state says nothing about this payment.
        else if (device.sellRequest.id === id && isBackAtSeller(device))
          yield `${id} was paid, and its phone ${device._id} went back`;
        else if (device.sellRequest.id === id && device.purchase !== 'agreed')
          yield `${id} was paid, and the purchase of ${device._id} is ${device.purchase}`;
      }
    },
  ),
  devices.all(
    'I-52',
    'for every phone in the shop that is not bought, somebody has a next step',
    function* (books) {
      const requests = new Map(
        requestsOfKind(books, 'sell_requests').map((request) => [request._id, request]),
      );
      for (const device of books.devices) {
        const problem = problemOfPhone(device, requests.get(device.sellRequest.id));
        if (problem !== undefined) yield `${device._id} ${problem}`;
      }
      const received = new Set(books.devices.map(({ sellRequest }) => sellRequest.id));
      const devices = new Set(books.devices.map(({ _id }) => _id));
      for (const { _id, deviceId, status, deletedAt } of requests.values())
        if (status === 'accepted' && !deletedAt && deviceId && devices.has(deviceId) && !received.has(_id))
          yield `${_id} is accepted with the device ${deviceId}, which is of another request`;
    },
  ),
  deletedAccounts.all(
    'I-53',
    'nothing is posted to a deleted account but the end of its credit',
    async function* (books) {
      const deleted = await books.read<{ _id: string; at?: Date; deletedAt?: Date }>(
        'order',
        'deleted_accounts',
      );
      for (const { _id: userId, at, deletedAt = at } of deleted)
        for (const posting of books.postings)
          if (
            posting.userId === userId &&
            deletedAt !== undefined &&
            posting.at > deletedAt &&
            posting.cause !== 'expiry'
          )
            yield `${posting._id} was posted to ${userId} after the account was deleted`;
    },
  ),
  requests.all('I-54', 'every request whose goods are in the shop has a person', function* (books) {
    const devices = new Map(books.devices.map((device) => [device.sellRequest.id, device]));
    const unpaid = new Set(
      books.payouts.flatMap(({ _id, status }) => (status === 'paid' || status === 'ended' ? [] : [_id])),
    );
    for (const { _id, kind, status, email } of books.requests) {
      const device = kind === 'sell_requests' ? devices.get(_id) : undefined;
      const hasPhone =
        device && inShop.includes(device.place) && (device.purchase !== 'agreed' || unpaid.has(_id));
      const hasGoods = kind === 'returns' && ['received', 'offered', 'to-send-back'].includes(status);
      if ((hasPhone || hasGoods) && (email ?? '') === '')
        yield `${_id} is ${status}, its goods are in the shop, and nobody is named`;
    }
  }),
  devices.all(
    'I-55',
    'a phone that its buyer has is on sale again only after it came back',
    function* ({ devices, placed }) {
      const cancelled = [...placed.values()].filter(
        (order) => isCancelled(order) && !hadLeftShop(order.history),
      );
      for (const { _id, history } of devices) {
        const times = history.filter(({ from, to }) => from === 'sold' && to === 'for-sale').length;
        const allowedTimes = cancelled.filter(({ lines }) =>
          lines.some(({ productId }) => productId === _id),
        ).length;
        if (times > allowedTimes)
          yield `${_id} went from a buyer on sale ${times} times; ${allowedTimes} cancelled orders had not left the shop`;
      }
    },
  ),
  orders.all(
    'I-56',
    'no order is cancelled or refunded as a whole while goods of it are on their way back or came back',
    function* (books) {
      const open = requestsOfKind(books, 'returns').filter(({ status }) =>
        statusesIn(returnLife, 'open', 'with-customer').some((one) => one === status),
      );
      for (const { _id, orderId = '', status } of open) {
        const order = books.placed.get(orderId);
        if (order && (isCancelled(order) || order.refund !== null || order.paymentStatus === 'refunded'))
          yield `${orderId} is ${order.orderStatus} and ${order.paymentStatus}, its return ${_id} is ${status}`;
      }
    },
  ),
  providerPayments.all(
    'I-57',
    'what the providers received and gave back is what the orders say',
    function* (books, note) {
      if (books.options.figures === undefined) return note('providers not asked');
      for (const { paymentId, orderId, paidInMinorUnits: paid, refundedInMinorUnits: refunded } of books
        .options.figures) {
        if (paid === 0) continue;
        const order = books.placed.get(orderId);
        // Staff refund such a payment in the provider's portal, or accept it and mark the order as paid.
        if (order?.history.some(({ to }) => to === `payment ${paymentId} of another amount`)) continue;
        // A payment that was undecided for days and completed after the last look-up.
        if (order?.pagesToClose?.some(({ sessionId }) => sessionId === paymentId)) continue;
        const secondPayment = order?.secondPayments?.find((one) => one.paymentId === paymentId);
        const [minRefunded, maxRefunded] =
          order === undefined || order.card?.paymentId !== paymentId
            ? [mayBeKept(secondPayment) ? 0 : paid, paid]
            : boundsOf(order, paid);
        if (refunded < minRefunded)
          yield `${orderId}: ${paymentId} gave back ${refunded} of ${paid}, the order says ${minRefunded}`;
        if (refunded > maxRefunded)
          yield `${orderId}: ${paymentId} gave back ${refunded} of ${paid}, the order says at most ${maxRefunded}`;
      }
    },
  ),
  mailsAboutSums.all('I-58', 'every sum that a mail says was moved', function* (books, note) {
    if (books.options.mails === undefined) return note('mails not read');
    const movedAmounts = movedSums(books);
    for (const { subject, about: reference, sum } of sumsOfMails(books.options.mails))
      if (!movedAmounts.has(`${reference} ${sum}`)) yield `"${subject}" says ${sum}, which was not moved`;
  }),
];

/** The minimum and maximum that a provider may have refunded of an order's own payment. */
function boundsOf({ refund, returns = [] }: Order, paid: number): readonly [number, number] {
  if (refund) return [refund.state === 'done' && !refund.isByHand ? paid : 0, paid];
  const sum = (orderReturns: readonly OrderReturn[]) =>
    orderReturns.reduce((total, { amountInMinorUnits }) => total + amountInMinorUnits, 0);
  // A refund that failed, or that staff made, may have been made in the provider's own portal.
  return [sum(returns.filter(({ state, isByHand }) => state === 'done' && !isByHand)), sum(returns)];
}

/** Mails about moved money, with the kind of movement and the reference in them. */
const refundMails = [
  [/^Your sell request (\w{6}) is completed$/, 'phone'],
  [/^We have paid you for your phone (\w{6})$/, 'payout'],
  [/^Your return (\w{6}) is settled$/, 'return'],
  [/^Your return (\w{6}) is refunded$/, 'return'],
  [/^Your order (\S+) is refunded$/, 'order'],
  [/^A payment of your order (\S+) is given back$/, 'payment'],
] as const;

const minorUnits = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);

/** The largest sum in each of these mails. */
function sumsOfMails(mails: NonNullable<Books['options']['mails']>) {
  return mails.flatMap(({ subject, text }) => {
    const sums = [...text.matchAll(/NPR\s([\d,]+(?:\.\d\d)?)/g)].map(([, sum = '']) => minorUnits(sum));
    const [reference] = refundMails.flatMap(([pattern, kind]) => {
      const [, reference] = pattern.exec(subject) ?? [];
      return reference === undefined ? [] : [`${kind} ${reference.toUpperCase()}`];
    });
    return reference === undefined || sums.length === 0
      ? []
      : [{ subject, about: reference, sum: Math.max(...sums) }];
  });
}

const referenceOf = (id: string) => id.slice(-6).toUpperCase();

/** The whole refund, and its parts; credit that was returned before is not named again. */
const partsOf = (payment: number, credit: number) => [payment + credit, payment, credit];

/** Movements of money, made or due, as `<kind> <reference> <sum>`. */
function movedSums(books: Books): ReadonlySet<string> {
  const credits = books.postings
    .filter(({ _id }) => _id.startsWith('trade-in:'))
    .map((posting) => `phone ${referenceOf(posting._id)} ${amountOf(posting)}`);
  const payouts = books.payouts.flatMap(({ _id, amount, status }) => [
    `phone ${referenceOf(_id)} ${amount.amountInMinorUnits}`,
    ...(status === 'paid' ? [`payout ${referenceOf(_id)} ${amount.amountInMinorUnits}`] : []),
  ]);
  const refunds = [...books.placed.values()].flatMap(
    ({ returns = [], secondPayments = [], refund, history, orderNumber, pricing, credit }) => [
      // The mail of a settled return names its sum, that of its refund the parts.
      ...returns.flatMap(({ id, amountInMinorUnits, creditInMinorUnits }) =>
        partsOf(amountInMinorUnits, creditInMinorUnits).map((sum) => `return ${referenceOf(id)} ${sum}`),
      ),
      ...secondPayments.map(({ amountInMinorUnits }) => `payment ${orderNumber} ${amountInMinorUnits}`),
      // Staff may set another status afterwards.
      ...(refund || history.some(({ to }) => to === 'refunded')
        ? partsOf(
            pricing.totalInMinorUnits - (credit?.amountInMinorUnits ?? 0),
            credit?.amountInMinorUnits ?? 0,
          ).map((sum) => `order ${orderNumber} ${sum}`)
        : []),
    ],
  );
  return new Set([...credits, ...payouts, ...refunds]);
}
