import { type OrderSort, type OrderStatus, typedTerms } from '@kinmel/contracts';
import {
  beginningOf,
  countNew,
  type Day,
  endOf,
  nativeCollection,
  personalDataOf,
  type ShopCalendar,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { Order } from '../order.ts';
import { createOrderModel, hiddenFields, type OrderDocument, toOrder } from '../order-documents.store.ts';

export interface OrderFilter {
  /** Exact values of fields of the order. */
  readonly fields?: Partial<Order> | undefined;
  readonly search?: string | undefined;
  /** First and last day, both included. */
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

export interface Page {
  readonly page: number;
  readonly limit: number;
}

export type OrderListsStore = ReturnType<typeof createOrderListsStore>;

const maxTimeMS = 2_000;
/** Batch size of a stream. */
const ordersPerRead = 500;
const sortKeys = {
  date_desc: { createdAt: -1, _id: -1 },
  date_asc: { createdAt: 1, _id: 1 },
  total_desc: { 'pricing.totalInMinorUnits': -1, _id: -1 },
  total_asc: { 'pricing.totalInMinorUnits': 1, _id: 1 },
} as const satisfies Record<OrderSort, object>;

/** Matches a prefix of a word by an index-friendly pattern. */
const prefixPattern = (term: string) => new RegExp(`^${term.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '\\$&')}`);

/** @param calendar maps the days of a filter */
export function createOrderListsStore(connection: mongoose.Connection, calendar: ShopCalendar) {
  const model = createOrderModel(connection);
  // Uses the native driver: Mongoose sanitizes filters, and every range and expression would need `trusted`.
  const orders = nativeCollection(model);
  const personal = personalDataOf(connection);

  async function pageOf(
    filter: mongoose.mongo.Filter<OrderDocument>,
    { page, limit }: Page,
    sort: OrderSort = 'date_desc',
  ) {
    const [documents, total] = await Promise.all([
      orders
        .find(filter, {
          projection: hiddenFields,
          sort: sortKeys[sort],
          skip: (page - 1) * limit,
          limit,
          batchSize: limit + 1,
          maxTimeMS,
        })
        .toArray(),
      orders.countDocuments(filter, { maxTimeMS }),
    ]);
    return { orders: (await personal.openAll(documents)).map(toOrder), total };
  }

  async function filterOf({
    fields,
    search,
    from,
    to,
  }: OrderFilter): Promise<mongoose.mongo.Filter<OrderDocument>> {
    const { isKeyed, hashOf } = await personal.hashes('orders');
    /** Orders stored before the key existed contain the words instead of their hashes. */
    const beginningWith = (word: string) => [prefixPattern(word), ...(isKeyed ? [hashOf(word)] : [])];
    const terms = typedTerms(search ?? '');
    const placedIn = {
      ...(from === undefined ? {} : { $gte: beginningOf(from, calendar.dayOf) }),
      ...(to === undefined ? {} : { $lt: endOf(to, calendar) }),
    };
    return {
      state: 'placed',
      ...fields,
      ...(Object.keys(placedIn).length === 0 ? {} : { createdAt: placedIn }),
      ...(terms.length === 0
        ? {}
        : { $and: terms.map((words) => ({ search: { $in: words.flatMap(beginningWith) } })) }),
    };
  }

  return {
    ofBuyer: (userId: string, page: Page) => pageOf({ userId }, page),

    list: async (filter: OrderFilter, page: Page, sort: OrderSort) =>
      pageOf(await filterOf(filter), page, sort),

    /** Streams all matching orders. */
    async *readAll(filter: OrderFilter, sort: OrderSort): AsyncGenerator<Order> {
      const cursor = orders.find(await filterOf(filter), {
        projection: hiddenFields,
        sort: sortKeys[sort],
        batchSize: ordersPerRead,
        maxTimeMS: 30_000,
      });
      for await (const document of personal.openEach(cursor, ordersPerRead)) yield toOrder(document);
    },

    countSince: async (filter: OrderFilter, since: Date | undefined) =>
      countNew(orders, await filterOf(filter), since),

    async figures() {
      const isCancelled = { $eq: ['$orderStatus', 'cancelled'] };
      const groups = await model.aggregate<{
        _id: OrderStatus;
        count: number;
        cash: number;
        revenue: number;
      }>([
        { $match: { state: 'placed' } },
        {
          $group: {
            _id: '$orderStatus',
            count: { $sum: 1 },
            cash: { $sum: { $cond: [{ $eq: ['$paymentMethod', 'cash_on_delivery'] }, 1, 0] } },
            revenue: { $sum: { $cond: [isCancelled, 0, '$pricing.totalInMinorUnits'] } },
          },
        },
      ]);
      const sum = (field: 'cash' | 'revenue') => groups.reduce((total, group) => total + group[field], 0);
      return {
        byStatus: Object.fromEntries(groups.map(({ _id, count }) => [_id, count])) as Readonly<
          Partial<Record<OrderStatus, number>>
        >,
        cashOrders: sum('cash'),
        revenueInMinorUnits: sum('revenue'),
      };
    },

    /** Days with orders, by an index-only query. */
    async dailyFigures(from: Date, before: Date, timeZone: string) {
      const isCancelled = { $eq: ['$orderStatus', 'cancelled'] };
      const groups = await model.aggregate<{
        _id: Day;
        orders: number;
        cancelled: number;
        revenueInMinorUnits: number;
      }>([
        { $match: { state: 'placed', createdAt: { $gte: from, $lt: before } } },
        {
          $group: {
            _id: { $dateToString: { date: '$createdAt', format: '%Y-%m-%d', timezone: timeZone } },
            orders: { $sum: 1 },
            cancelled: { $sum: { $cond: [isCancelled, 1, 0] } },
            revenueInMinorUnits: { $sum: { $cond: [isCancelled, 0, '$pricing.totalInMinorUnits'] } },
          },
        },
      ]);
      return groups.map(({ _id, ...figures }) => ({ day: _id, ...figures }));
    },
  };
}
