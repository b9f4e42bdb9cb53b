import type { SoldLine } from '@kinmel/catalog/records';
import {
  type Books,
  consumersOf,
  countPieces,
  isCancelled,
  type Offer,
  type OfferCopy,
  type Product,
  type ProductCopy,
  piecesOf,
  queueOf,
  versionOfCopy,
} from '../books.ts';
import type { Invariant } from '../report.ts';
import { invariantsOf } from './about.ts';

function describePieces(pieces: readonly SoldLine[]): string {
  const sums = countPieces(pieces.map(({ productId, quantity }) => [productId, quantity]));
  const texts = [...sums]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([id, count]) => `${count} of ${id}`);
  return texts.join(', ') || 'nothing';
}

/** The aggregate versions that other services have received. */
const knownVersions = ({ handledAggregates, productCopies, offerCopies }: Books) => [
  ...handledAggregates,
  ...[...productCopies.values()].map((copy) => ({ _id: copy._id, version: versionOfCopy(copy) })),
  ...offerCopies.values(),
];

const products = invariantsOf('products', (books) => books.products);
const offers = invariantsOf('offers', (books) => books.offers);
const copiedVersions = invariantsOf('versions that other services know', knownVersions);
const productsAndOffers = invariantsOf('products and offers', (books) => [
  ...books.products,
  ...books.offers,
]);

export const stockAndOfferInvariants: readonly Invariant[] = [
  products.all('I-4', 'stock is never negative and pieces add up', function* (books) {
    const { products, sales, placed, beforehand } = books;
    for (const { _id, stock, reservations = [] } of products) {
      if (!Number.isSafeInteger(stock) || stock < 0) yield `${_id} has ${stock} pieces`;
      for (const { id, quantity } of reservations)
        if (sales.has(id)) yield `${_id} holds ${quantity} for order ${id}, which has its sale`;
    }
    for (const order of placed.values()) {
      const sale = sales.get(order._id);
      if (isCancelled(order) || sale?.state !== 'sold') continue;
      const ordered = describePieces(order.lines.filter(({ isProduct }) => isProduct));
      const soldPieces = describePieces(sale.lines);
      if (ordered !== soldPieces) yield `${order._id} ordered ${ordered}; taken from stock: ${soldPieces}`;
    }
    const currentPieces = piecesOf(books);
    const returned = [...sales.values()].flatMap((sale) => sale.returned ?? []);
    for (const [id, pieces] of beforehand.pieces ?? []) {
      const piecesAfter = currentPieces.get(id) ?? pieces;
      // Returned pieces are on sale again, or written off.
      const maxPieces = returned.reduce(
        (sum, one) => sum + (one.productId === id ? one.quantity : 0),
        pieces,
      );
      if (piecesAfter < pieces || piecesAfter > maxPieces)
        yield {
          text: `${id} had ${pieces} pieces and has ${piecesAfter}`,
          key: `${id} off by ${piecesAfter - pieces}`,
        };
    }
  }),
  offers.all(
    'I-5',
    'no offer is used above its limit, counters match the ledger',
    function* ({ offers, redemptions }) {
      const used = [...redemptions.values()].filter(({ state }) => state !== 'released');
      const uses = countPieces(used.flatMap(({ offerIds }) => offerIds.map((id) => [id, 1] as const)));
      for (const { _id, currentRedemptions: count, maxRedemptions: limit } of offers) {
        const useCount = uses.get(_id) ?? 0;
        if (count !== useCount)
          yield {
            text: `${_id} counts ${count} redemptions, the ledger ${useCount}`,
            key: `${_id} off by ${count - useCount}`,
          };
        if (limit !== null && count > limit)
          yield { text: `${_id} was redeemed ${count} times of at most ${limit}`, key: _id };
      }
    },
  ),
  copiedVersions.all('I-7', 'nothing that was acknowledged is lost', function* (books) {
    const { placed, abandoned, products, offers, requests, beforehand } = books;
    const versions = new Map(
      [...placed.values(), ...products, ...offers, ...requests].map(({ _id, version }) => [_id, version]),
    );
    for (const { _id, version } of knownVersions(books)) {
      // Deleted products and offers are purged after a day.
      const ownVersion = versions.get(_id) ?? version;
      if (version > ownVersion)
        yield {
          text: `${_id} has version ${ownVersion}, other services know ${version}`,
          key: `${_id} v${version}`,
        };
    }
    for (const { orderId } of beforehand.acknowledged ?? [])
      if (!placed.has(orderId))
        yield `${orderId} was acknowledged and ${abandoned.has(orderId) ? 'was abandoned' : 'is lost'}`;
  }),
  productsAndOffers.all(
    'I-9',
    'copies match their owners',
    function* ({ products, offers, productCopies, offerCopies, events, handledEvents }) {
      const inTransit = new Set(
        events
          .filter(({ type, eventId }) => !handledEvents.has(`${queueOf('order', type)}:${eventId}`))
          .filter(({ type }) => consumersOf[type]?.includes('order'))
          .map(({ aggregateId }) => aggregateId),
      );
      const differences = [
        ...products.map((product) => [product._id, differenceOf(product, productCopies.get(product._id))]),
        ...offers.map((offer) => [offer._id, offerDifferenceOf(offer, offerCopies.get(offer._id))]),
      ] as const;
      for (const [id = '', difference] of differences)
        if (difference && !inTransit.has(id)) yield `${id}: ${difference}`;
      const ownedIds = new Set([...products, ...offers].map(({ _id }) => _id));
      const sellable = [
        ...[...productCopies.values()].filter(({ snapshot }) => snapshot?.product),
        ...[...offerCopies.values()].filter(({ offer }) => offer),
      ];
      for (const { _id } of sellable)
        if (!ownedIds.has(_id)) yield `${_id}: it does not exist, order has a copy`;
    },
  ),
];

function differenceOf(product: Product, copy: ProductCopy | undefined): string | undefined {
  const isDeleted = Boolean(product.deletedAt);
  if (copy === undefined) return isDeleted ? undefined : 'order has no copy';
  const version = versionOfCopy(copy);
  if (version < product.version) return `order's copy has version ${version}, the product ${product.version}`;
  const { snapshot, stock } = copy;
  if (isDeleted !== (snapshot?.product === null))
    return isDeleted
      ? 'it is deleted, but its copy can be ordered'
      : "order's copy is deleted, the product is not";
  if (isDeleted) return undefined;
  const price = snapshot?.product?.priceInMinorUnits;
  if (price !== product.priceInMinorUnits)
    return `order's copy costs ${price}, the product ${product.priceInMinorUnits}`;
  // The newer part decides, or the stock event when the versions are equal.
  const inStock =
    stock !== undefined && stock.version >= (snapshot?.version ?? 0)
      ? stock.inStock
      : (snapshot?.product?.inStock ?? false);
  return inStock === (product.isAvailable && product.stock > 0)
    ? undefined
    : `order's copy is ${inStock ? '' : 'not '}in stock`;
}

const describeTerms = ({
  isActive,
  promoCode,
  discountType,
}: Pick<Offer, 'isActive' | 'promoCode' | 'discountType'>) =>
  `${discountType} by ${promoCode}, switched ${isActive ? 'on' : 'off'}`;

function offerDifferenceOf(offer: Offer, copy: OfferCopy | undefined): string | undefined {
  if (copy === undefined) return offer.deletedAt ? undefined : 'order has no copy';
  // A deleted offer publishes no further events, although its version may increase.
  if (offer.deletedAt) return copy.offer ? 'it is deleted, but its copy is granted' : undefined;
  if (copy.version < offer.version)
    return `order's copy has version ${copy.version}, the offer ${offer.version}`;
  if (!copy.offer) return "order's copy is deleted, the offer is not";
  const [copyTerms, offerTerms] = [describeTerms(copy.offer), describeTerms(offer)];
  return copyTerms === offerTerms ? undefined : `order's copy is ${copyTerms}, the offer ${offerTerms}`;
}
