import { sentEventsKeptMs } from '@kinmel/service-kit';
import { type Books, inboxMarksExistMs, isCancelled, type Order, type OrderReturn } from '../books.ts';
import type { Invariant } from '../report.ts';
import { amountOf } from './ledger.ts';

const refundsOf = ({ placed }: Books) =>
  [...placed.values()].flatMap((order) => (order.returns ?? []).map((made) => ({ order, made })));
const sumOf = ({ amountInMinorUnits, creditInMinorUnits }: OrderReturn) =>
  amountInMinorUnits + creditInMinorUnits;
const isGivenBack = (order: Order) =>
  isCancelled(order) || order.paymentStatus === 'refunded' || order.refund !== null;
const settledOf = ({ requests }: Books) =>
  requests.filter(({ kind, status }) => kind === 'returns' && status === 'settled');

export const returnInvariants: readonly Invariant[] = [
  {
    id: 'I-40',
    sentence: 'returns never give back more than was paid, and their credit is posted once',
    counted: 'refunds of returns',
    count: (books) => refundsOf(books).length,
    *offences(books) {
      const postings = new Map(books.postings.map((posting) => [posting._id, posting]));
      const unknown = new Set([...postings.keys()].filter((key) => key.startsWith('return:')));
      for (const order of books.placed.values()) {
        const { _id, pricing, credit, returns = [] } = order;
        const total = pricing.totalInMinorUnits;
        const paid = total - (credit?.amountInMinorUnits ?? 0);
        const byPayment = returns.reduce((sum, { amountInMinorUnits }) => sum + amountInMinorUnits, 0);
        const all = returns.reduce((sum, made) => sum + sumOf(made), 0);
        if (byPayment > paid) yield `${_id}: ${byPayment} of its payment goes back, ${paid} was paid`;
        if (all > total) yield `${_id}: ${all} goes back, its total is ${total}`;
        if (returns.length > 0 && isGivenBack(order)) yield `${_id} has returns and was refunded as a whole`;
        for (const { id, creditInMinorUnits } of returns) {
          const posting = postings.get(`return:${id}`);
          const posted = posting ? amountOf(posting) : 0;
          if (posted !== creditInMinorUnits)
            yield `${_id}: ${creditInMinorUnits} of ${id} became credit, and ${posted} was posted`;
          unknown.delete(`return:${id}`);
        }
      }
      for (const key of unknown) yield `${key} was posted for no return`;
    },
  },
  {
    id: 'I-41',
    sentence: 'every settled return has one refund of the agreed sum and one credit note',
    counted: 'settled returns',
    count: (books) => settledOf(books).length,
    *offences(books) {
      const settled = new Map(settledOf(books).map((request) => [request._id, request]));
      const refunds = Map.groupBy(refundsOf(books), ({ made }) => made.id);
      const notes = Map.groupBy(
        books.taxDocuments.filter(({ returnId }) => returnId !== undefined),
        ({ returnId = '' }) => returnId,
      );
      for (const { _id, orderId = '', refundInMinorUnits, offeredRefundInMinorUnits } of settled.values()) {
        const found = refunds.get(_id) ?? [];
        const order = books.placed.get(orderId);
        // What was refunded as a whole before has nothing left for a return.
        if (found.length === 0 && order && isGivenBack(order)) continue;
        if (found.length !== 1 || found[0]?.order !== order)
          yield `${_id} is settled and has ${found.length} refunds in ${found[0]?.order._id ?? orderId}`;
        const agreed = offeredRefundInMinorUnits ?? refundInMinorUnits;
        for (const { made } of found)
          if (sumOf(made) !== agreed) yield `${_id}: ${agreed} was agreed, ${sumOf(made)} goes back`;
      }
      for (const [id, found] of refunds) {
        const age = books.readAt.getTime() - (found[0]?.made.settledAt.getTime() ?? 0);
        // A return that staff delete is purged later.
        if (!settled.has(id) && age < sentEventsKeptMs)
          yield `${found[0]?.order._id} refunds ${id}, which is not settled`;
        const [note, ...others] = notes.get(id) ?? [];
        if (!note || others.length > 0) yield `${id} has ${note ? others.length + 1 : 0} credit notes`;
        for (const { order, made } of found)
          if (note && (note.orderId !== order._id || note.pricing.totalInMinorUnits !== sumOf(made)))
            yield `${id}: its credit note is about ${note.pricing.totalInMinorUnits} of ${note.orderId}`;
      }
      for (const id of notes.keys()) if (!refunds.has(id)) yield `${id} has a credit note and no refund`;
    },
  },
  {
    id: 'I-42',
    sentence: 'every settled return took effect once in its order and in the stock',
    counted: 'events of settled returns',
    count: ({ events }) => events.filter(({ type }) => type === 'return.settled').length,
    async *offences({ read, events, readAt }) {
      const told = events.filter(({ type }) => type === 'return.settled');
      for (const [id, same] of Map.groupBy(told, ({ aggregateId }) => aggregateId))
        if (same.length > 1) yield `${id} was settled ${same.length} times`;
      for (const service of ['order', 'catalog']) {
        const effects = await read<{ _id: string; times: number }>(service, 'inbox', [
          { $match: { type: 'return.settled' } },
          { $group: { _id: '$aggregateId', times: { $sum: 1 } } },
        ]);
        const times = new Map(effects.map((effect) => [effect._id, effect.times]));
        for (const { aggregateId, sentAt } of told) {
          const made = times.get(aggregateId) ?? 0;
          const isKept = sentAt !== null && readAt.getTime() - sentAt.getTime() < inboxMarksExistMs;
          if (isKept && made !== 1) yield `${aggregateId} took effect ${made} times in ${service}`;
        }
      }
    },
  },
];
