import type { mongo } from 'mongoose';
import type {
  BookedOffer,
  BookedProduct,
  OfferCopy,
  OffersSlice,
  OfferTerms,
  Pieces,
  PiecesOfProducts,
  ProductCopy,
  ProductsSlice,
} from '../books.ts';
import { consumersOf, queueOf } from '../consumers.ts';
import { readStates } from './read-orders.ts';
import type { Snapshot } from './snapshot.ts';

type ObjectId = mongo.ObjectId;

interface OutboxIds {
  outbox?: { event: { eventId: string; type: string } }[];
}

interface ProductDocument extends OutboxIds {
  _id: ObjectId;
  stock: number;
  version: number;
  priceInMinorUnits: number;
  isAvailable: boolean;
  deletedAt?: Date | null;
  reservations?: { id: string; quantity: number; overdueAt: Date }[];
}

interface ProductCopyDocument {
  _id: string;
  snapshot?: { version: number; product: { priceInMinorUnits: number; inStock: boolean } | null };
  stock?: { version: number; inStock: boolean };
}

interface OfferDocument extends OutboxIds {
  _id: ObjectId;
  version: number;
  deletedAt?: Date | null;
  currentRedemptions: number;
  maxRedemptions: number | null;
  isActive: boolean;
  promoCode: string;
  discountType: string;
}

interface OfferCopyDocument {
  _id: string;
  version: number;
  offer: OfferTerms | null;
}

const outboxIds = { 'outbox.event.eventId': 1, 'outbox.event.type': 1 };

/** Ids of the aggregates that have told something which order has not handled. */
async function onTheWayToOrder(
  snapshot: Snapshot,
  documents: readonly (OutboxIds & { readonly _id: ObjectId })[],
): Promise<Set<string>> {
  const keys = documents.flatMap(({ _id, outbox = [] }) =>
    outbox
      .filter(({ event }) => consumersOf[event.type]?.includes('order'))
      .map(({ event }) => ({
        id: _id.toHexString(),
        key: `${queueOf('order', event.type)}:${event.eventId}`,
      })),
  );
  const rows = await snapshot.those<{ _id: string }, string>(
    'order',
    'inbox',
    keys.map(({ key }) => key),
    { _id: 1 },
  );
  const handled = new Set(rows.map(({ _id }) => _id));
  return new Set(keys.filter(({ key }) => !handled.has(key)).map(({ id }) => id));
}

/** All products with who holds pieces of them and with order's copies. */
export async function* readProducts(snapshot: Snapshot): AsyncGenerator<ProductsSlice> {
  const fields = {
    stock: 1,
    version: 1,
    priceInMinorUnits: 1,
    isAvailable: 1,
    deletedAt: 1,
    reservations: 1,
    ...outboxIds,
  };
  for await (const documents of snapshot.batches<ProductDocument>('catalog', 'products', fields)) {
    const products = documents.map(toProduct);
    const orderIds = [
      ...new Set(products.flatMap(({ reservations }) => reservations.map(({ orderId }) => orderId))),
    ];
    const sales = await snapshot.those<{ _id: string }, string>('catalog', 'sales', orderIds, { _id: 1 });
    const copies = await snapshot.those<ProductCopyDocument, string>(
      'order',
      'product_copies',
      products.map(({ id }) => id),
      { snapshot: 1, stock: 1 },
    );
    yield {
      products,
      holders: await readStates(snapshot, orderIds),
      sold: new Set(sales.map(({ _id }) => _id)),
      copies: new Map(copies.map((copy) => [copy._id, toProductCopy(copy)])),
      onTheWay: await onTheWayToOrder(snapshot, documents),
      readAt: snapshot.readAt,
    };
  }
}

const toProduct = ({ _id, deletedAt, reservations = [], ...fields }: ProductDocument): BookedProduct => ({
  ...fields,
  id: _id.toHexString(),
  isGone: Boolean(deletedAt),
  reservations: reservations.map(({ id, quantity, overdueAt }) => ({ orderId: id, quantity, overdueAt })),
});

function toProductCopy({ snapshot, stock }: ProductCopyDocument): ProductCopy {
  const ofSnapshot = snapshot?.version ?? 0;
  const ofStock = stock?.version ?? 0;
  return {
    version: Math.max(ofSnapshot, ofStock),
    priceInMinorUnits: snapshot?.product?.priceInMinorUnits,
    // The newer of the two decides; of the same version, the event about the stock.
    isInStock:
      stock !== undefined && ofStock >= ofSnapshot ? stock.inStock : (snapshot?.product?.inStock ?? false),
    isTombstone: snapshot?.product === null,
  };
}

const termFields = (before: string) => ({
  [`${before}isActive`]: 1,
  [`${before}promoCode`]: 1,
  [`${before}discountType`]: 1,
});

/** All offers with what the ledger says and with order's copies. */
export async function* readOffers(snapshot: Snapshot): AsyncGenerator<OffersSlice> {
  const ledger = await snapshot.aggregate<{ _id: string; count: number }>('offer', 'redemptions', [
    { $match: { state: { $ne: 'released' } } },
    { $unwind: '$offerIds' },
    { $group: { _id: '$offerIds', count: { $sum: 1 } } },
  ]);
  const uses = new Map(ledger.map(({ _id, count }) => [_id, count]));
  const fields = {
    version: 1,
    deletedAt: 1,
    currentRedemptions: 1,
    maxRedemptions: 1,
    ...termFields(''),
    ...outboxIds,
  };
  for await (const documents of snapshot.batches<OfferDocument>('offer', 'offers', fields)) {
    const offers = documents.map(
      ({ _id, deletedAt, isActive, promoCode, discountType, ...offer }): BookedOffer => ({
        ...offer,
        terms: { isActive, promoCode, discountType },
        id: _id.toHexString(),
        isGone: Boolean(deletedAt),
      }),
    );
    const copies = await snapshot.those<OfferCopyDocument, string>(
      'order',
      'offer_copies',
      offers.map(({ id }) => id),
      { version: 1, ...termFields('offer.') },
    );
    yield {
      offers,
      uses,
      copies: new Map(copies.map((copy) => [copy._id, toOfferCopy(copy)])),
      onTheWay: await onTheWayToOrder(snapshot, documents),
    };
  }
}

const toOfferCopy = ({ version, offer }: OfferCopyDocument): OfferCopy => ({
  version,
  terms: offer ?? undefined,
});

/** The pieces of every product wherever they are: what only a person who counts stock may change. */
export async function readPieces(snapshot: Snapshot): Promise<PiecesOfProducts> {
  const sold = await snapshot.aggregate<{ _id: string; quantity: number }>('catalog', 'sales', [
    { $match: { state: 'sold' } },
    { $unwind: '$lines' },
    { $group: { _id: '$lines.productId', quantity: { $sum: '$lines.quantity' } } },
  ]);
  const pieces = new Map<string, number>();
  const taken = new Map(
    sold.map(({ _id, quantity }: { _id: string } & Pick<Pieces, 'quantity'>) => [_id, quantity]),
  );
  const fields = { stock: 1, reservations: 1 };
  for await (const { _id, stock, reservations = [] } of snapshot.stream<ProductDocument>(
    'catalog',
    'products',
    fields,
  )) {
    const id = _id.toHexString();
    const held = reservations.reduce((sum, { quantity }) => sum + quantity, 0);
    pieces.set(id, stock + held + (taken.get(id) ?? 0));
  }
  return pieces;
}
