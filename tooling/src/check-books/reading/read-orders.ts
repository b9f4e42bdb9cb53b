import { mongo } from 'mongoose';
import type {
  AcknowledgedOrder,
  BookedOrder,
  BookedRedemption,
  BookedSale,
  OrdersSlice,
  Pieces,
  StateOfOrder,
  Twins,
} from '../books.ts';
import { consumersOf, consumingServices } from '../consumers.ts';
import { batchSize, type Snapshot } from './snapshot.ts';

const { ObjectId } = mongo;
type ObjectId = mongo.ObjectId;

interface OrderDocument extends Omit<BookedOrder, 'id' | 'key' | 'toldMoney'> {
  _id: ObjectId;
  state: 'placed' | 'abandoned';
  idempotency?: { key: string };
  outbox?: { event: { type: string; data?: { money?: string } } }[];
}

interface SaleDocument extends Omit<BookedSale, 'orderId'> {
  _id: string;
  lines: Pieces[];
}

type RedemptionDocument = Omit<BookedRedemption, 'orderId'> & { _id: string };

const orderFields = {
  state: 1,
  orderNumber: 1,
  userId: 1,
  'idempotency.key': 1,
  orderStatus: 1,
  lines: 1,
  pricing: 1,
  offerIds: 1,
  createdAt: 1,
  paymentStatus: 1,
  'card.paymentId': 1,
  refund: 1,
  pagesToClose: 1,
  promisedAt: 1,
  'history.at': 1,
  'history.by': 1,
  'history.what': 1,
  'history.to': 1,
  'outbox.event.type': 1,
  'outbox.event.data.money': 1,
};

/** Ids as documents of `orders` have them; what cannot be one is left out. */
export const asObjectIds = (ids: readonly string[]): ObjectId[] =>
  ids.filter((id) => /^[0-9a-f]{24}$/.test(id)).map((id) => new ObjectId(id));

/** Rows that come in the order of their ids, of which a few lie ready. */
class Ahead<Row> {
  readonly #rows: AsyncIterator<Row>;
  readonly #idOf: (row: Row) => string;
  #ready: Row[] = [];
  #isOver = false;

  constructor(rows: AsyncIterable<Row>, idOf: (row: Row) => string) {
    this.#rows = rows[Symbol.asyncIterator]();
    this.#idOf = idOf;
  }

  /** Has a whole batch ready, if there are as many; answers its last id, or undefined when no more follow. */
  async fill(): Promise<string | undefined> {
    while (this.#ready.length < batchSize && !this.#isOver) {
      const { value, done } = await this.#rows.next();
      if (done) this.#isOver = true;
      else this.#ready.push(value);
    }
    const last = this.#ready.at(-1);
    return this.#isOver || last === undefined ? undefined : this.#idOf(last);
  }

  /** Those up to an id, that one included; all of them without one. */
  take(upTo: string | undefined): Row[] {
    const next = this.#ready.findIndex((row) => upTo !== undefined && this.#idOf(row) > upTo);
    return this.#ready.splice(0, next === -1 ? this.#ready.length : next);
  }

  async close(): Promise<void> {
    await this.#rows.return?.();
  }
}

/** All orders with what catalog and offer have under their ids. */
export async function* readOrders(snapshot: Snapshot): AsyncGenerator<OrdersSlice> {
  const orders = new Ahead(snapshot.stream<OrderDocument>('order', 'orders', orderFields), ({ _id }) =>
    _id.toHexString(),
  );
  const sales = new Ahead(
    snapshot.stream<SaleDocument>('catalog', 'sales', { state: 1, lines: 1 }),
    ({ _id }) => _id,
  );
  const redemptions = new Ahead(
    snapshot.stream<RedemptionDocument>('offer', 'redemptions', { offerIds: 1, state: 1, holdUntil: 1 }),
    ({ _id }) => _id,
  );
  try {
    for (;;) {
      const bounds = [await orders.fill(), await sales.fill(), await redemptions.fill()];
      const bound = bounds.filter((id) => id !== undefined).sort()[0];
      yield await sliceOf(
        snapshot,
        orders.take(bound),
        sales.take(bound).map(({ _id, state, lines }) => ({ orderId: _id, state, lines })),
        redemptions
          .take(bound)
          .map(({ _id, offerIds, state, holdUntil }) => ({ orderId: _id, offerIds, state, holdUntil })),
      );
      if (bound === undefined) return;
    }
  } finally {
    await Promise.all([orders, sales, redemptions].map((rows) => rows.close()));
  }
}

async function sliceOf(
  snapshot: Snapshot,
  documents: readonly OrderDocument[],
  sales: readonly BookedSale[],
  redemptions: readonly BookedRedemption[],
): Promise<OrdersSlice> {
  const told = new Set<string>();
  for (const { _id, outbox = [] } of documents)
    if (outbox.some(({ event }) => event.type === 'order.placed')) told.add(_id.toHexString());
  const booked = new Set([...sales, ...redemptions].map(({ orderId }) => orderId));
  // Rows of inboxes are not found by their order: only those are looked for of which nothing else is known.
  const silent = documents
    .filter(({ state }) => state === 'placed')
    .map(({ _id }) => _id.toHexString())
    .filter((id) => !told.has(id) && !booked.has(id));
  for (const service of consumersOf['order.placed'] ?? []) {
    const rows = await snapshot.those<{ aggregateId: string; type: string }, string>(
      service,
      'inbox',
      silent,
      { aggregateId: 1, type: 1 },
      'aggregateId',
    );
    for (const { aggregateId, type } of rows) if (type === 'order.placed') told.add(aggregateId);
  }
  return {
    orders: documents.filter(({ state }) => state === 'placed').map(toOrder),
    abandoned: new Set(
      documents.filter(({ state }) => state === 'abandoned').map(({ _id }) => _id.toHexString()),
    ),
    sales,
    redemptions,
    told,
    readAt: snapshot.readAt,
  };
}

const toOrder = ({ _id, idempotency, outbox = [], ...order }: OrderDocument): BookedOrder => ({
  ...order,
  id: _id.toHexString(),
  key: idempotency?.key,
  toldMoney: outbox.find(({ event }) => event.type === 'order.cancelled')?.event.data?.money,
});

/** What the back office shows: the totals of orders that are not cancelled, added up by the database. */
export async function readRevenue(snapshot: Snapshot): Promise<number> {
  const [sum] = await snapshot.aggregate<{ total: number }>('order', 'orders', [
    { $match: { state: 'placed', orderStatus: { $ne: 'cancelled' } } },
    { $group: { _id: null, total: { $sum: '$pricing.totalInMinorUnits' } } },
  ]);
  return sum?.total ?? 0;
}

export async function readAcknowledged(
  snapshot: Snapshot,
  acknowledged: readonly AcknowledgedOrder[],
): Promise<{
  readonly known: ReadonlyMap<string, Pick<BookedOrder, 'userId' | 'key'>>;
  readonly abandoned: ReadonlySet<string>;
}> {
  const documents = await snapshot.those<OrderDocument, ObjectId>(
    'order',
    'orders',
    asObjectIds(acknowledged.map(({ orderId }) => orderId)),
    { state: 1, userId: 1, 'idempotency.key': 1 },
  );
  return {
    known: new Map(
      documents
        .filter(({ state }) => state === 'placed')
        .map(({ _id, userId, idempotency }) => [_id.toHexString(), { userId, key: idempotency?.key }]),
    ),
    abandoned: new Set(
      documents.filter(({ state }) => state === 'abandoned').map(({ _id }) => _id.toHexString()),
    ),
  };
}

/** What became of these orders; without those that order does not know. */
export async function readStates(
  snapshot: Snapshot,
  ids: readonly string[],
): Promise<Map<string, StateOfOrder>> {
  const documents = await snapshot.those<OrderDocument, ObjectId>('order', 'orders', asObjectIds(ids), {
    state: 1,
    orderStatus: 1,
  });
  return new Map(
    documents.map(({ _id, state, orderStatus }) => [
      _id.toHexString(),
      state === 'abandoned' || orderStatus === 'cancelled'
        ? state === 'abandoned'
          ? 'abandoned'
          : 'cancelled'
        : 'placed',
    ]),
  );
}

/** Types whose events each have a version of their own within their aggregate. */
const numbered = { $regex: '^(order|product|stock)\\.|^offer\\.(created|updated|deleted)$' };
const mostTwins = 1_000;

/** The database finds what is there twice, so that nothing has to be remembered of what is there once. */
export async function readTwins(snapshot: Snapshot): Promise<Twins> {
  const twinsOf = async (by: mongo.Document, match: mongo.Document) =>
    (
      await snapshot.aggregate<{ value: string; ids: ObjectId[] }>('order', 'orders', [
        { $match: { state: 'placed', ...match } },
        { $group: { _id: by, count: { $sum: 1 }, ids: { $push: '$_id' }, value: { $first: by } } },
        { $match: { count: { $gt: 1 } } },
        { $limit: mostTwins },
      ])
    ).map(({ value, ids }) => ({ value, ids: ids.map((id) => id.toHexString()) }));

  let effectCount = 0;
  const effects: Twins['effects'][number][] = [];
  for (const service of consumingServices) {
    const queue = { $arrayElemAt: [{ $split: ['$_id', ':'] }, 0] };
    const found = await snapshot.aggregate<{
      _id: { queue: string; type: string; aggregateId: string; version: number };
      times: number;
    }>(service, 'inbox', [
      { $match: { type: numbered } },
      {
        $group: {
          _id: { queue, type: '$type', aggregateId: '$aggregateId', version: '$aggregateVersion' },
          times: { $sum: 1 },
        },
      },
      { $match: { times: { $gt: 1 } } },
      { $limit: mostTwins },
    ]);
    for (const { _id, times } of found)
      effects.push({
        aggregateId: _id.aggregateId,
        effect: `${_id.queue} ${_id.type} ${_id.aggregateId} v${_id.version}`,
        times,
      });
    effectCount += await countOf(snapshot, service, 'inbox', { type: numbered });
  }
  return {
    numbers: await twinsOf({ $toString: '$orderNumber' }, {}),
    keys: (
      await twinsOf(
        { $concat: ['$userId', ' ', '$idempotency.key'] },
        { 'idempotency.key': { $exists: true } },
      )
    ).map(({ value, ids }) => ({ value: value.slice(value.indexOf(' ') + 1), ids })),
    effects,
    orderCount: await countOf(snapshot, 'order', 'orders', { state: 'placed' }),
    effectCount,
  };
}

async function countOf(
  snapshot: Snapshot,
  service: string,
  collection: string,
  filter: mongo.Document,
): Promise<number> {
  const [count] = await snapshot.aggregate<{ count: number }>(service, collection, [
    { $match: filter },
    { $count: 'count' },
  ]);
  return count?.count ?? 0;
}
