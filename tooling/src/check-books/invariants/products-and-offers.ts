import {
  isCancelled,
  type OfferCopy,
  type OfferTerms,
  type ProductCopy,
  readHeard,
  readOfferCopies,
  readOffers,
  readOnTheWayToOrder,
  readOrders,
  readPieces,
  readProductCopies,
  readProducts,
  readRedemptions,
  readRequests,
  readSales,
  versionOfProductCopy,
} from '../books.ts';
import type { Invariant } from '../invariant.ts';

function inWords(pieces: readonly { readonly productId: string; readonly quantity: number }[]): string {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of pieces) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  const sorted = [...sums].sort(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([productId, quantity]) => `${quantity} of ${productId}`).join(', ') || 'nothing';
}

const stock: Invariant = {
  id: 'I-4',
  title: 'stock is never below zero and pieces add up',
  counted: 'products',
  async check(shop, { looked, offend, note }) {
    const [products, sales] = [await readProducts(shop), await readSales(shop)];
    looked(products.length);
    for (const { _id, stock: free, reservations = [] } of products) {
      if (!Number.isSafeInteger(free) || free < 0) offend(`${_id} has ${free} pieces`);
      for (const { id: orderId, quantity } of reservations)
        if (sales.has(orderId)) offend(`${_id} holds ${quantity} for order ${orderId}, which has its sale`);
    }
    for (const order of (await readOrders(shop)).placed.values()) {
      const sale = sales.get(order._id);
      if (isCancelled(order) || sale?.state !== 'sold') continue;
      const ordered = inWords(order.lines.filter(({ isProduct }) => isProduct));
      const taken = inWords(sale.lines);
      if (ordered !== taken) offend(`${order._id} ordered ${ordered}; taken from stock: ${taken}`);
    }
    const earlier = shop.options.beforehand?.pieces;
    if (earlier === undefined) return;
    note(`${earlier.size} against their earlier pieces`);
    const now = await readPieces(shop);
    for (const [id, pieces] of earlier) {
      const after = now.get(id);
      if (after !== undefined && after !== pieces)
        offend(`${id} had ${pieces} pieces and has ${after}`, `${id} off by ${after - pieces}`);
    }
  },
};

const redemptions: Invariant = {
  id: 'I-5',
  title: 'no offer is used too often, counts are those of the ledger',
  counted: 'offers',
  async check(shop, { looked, offend }) {
    const uses = new Map<string, number>();
    for (const { state, offerIds } of (await readRedemptions(shop)).values())
      for (const id of state === 'released' ? [] : offerIds) uses.set(id, (uses.get(id) ?? 0) + 1);
    const offers = await readOffers(shop);
    looked(offers.length);
    for (const { _id, currentRedemptions: count, maxRedemptions: limit } of offers) {
      const used = uses.get(_id) ?? 0;
      // While people buy both figures move, and the difference stays.
      if (count !== used)
        offend(`${_id} counts ${count} redemptions, the ledger ${used}`, `${_id} off by ${count - used}`);
      if (limit !== null && count > limit)
        offend(`${_id} was redeemed ${count} times of at most ${limit}`, _id);
    }
  },
};

const versions: Invariant = {
  id: 'I-7',
  title: 'nothing that was acknowledged is lost',
  counted: 'versions that others know',
  async check(shop, { looked, offend }) {
    const { placed, abandoned } = await readOrders(shop);
    const owners = [
      ...placed.values(),
      ...(await readProducts(shop)),
      ...(await readOffers(shop)),
      ...(await readRequests(shop)),
    ];
    const own = new Map(owners.map(({ _id, version }) => [_id, version]));
    const known = [
      ...(await readHeard(shop)),
      ...[...(await readProductCopies(shop)).values()].map((copy) => ({
        _id: copy._id,
        version: versionOfProductCopy(copy),
      })),
      ...(await readOfferCopies(shop)).values(),
    ];
    looked(known.length);
    for (const { _id, version } of known) {
      // Products and offers that left the shop are purged after a day.
      const ofOwner = own.get(_id);
      if (ofOwner !== undefined && version > ofOwner)
        offend(`${_id} is of version ${ofOwner}, others have heard of ${version}`, `${_id} v${version}`);
    }
    const acknowledged = shop.options.beforehand?.acknowledged ?? [];
    looked(acknowledged.length);
    for (const { orderId } of acknowledged)
      if (!placed.has(orderId))
        offend(`${orderId} was acknowledged and ${abandoned.has(orderId) ? 'was abandoned' : 'is lost'}`);
  },
};

type Product = Awaited<ReturnType<typeof readProducts>>[number];
type Offer = Awaited<ReturnType<typeof readOffers>>[number];

const copies: Invariant = {
  id: 'I-9',
  title: 'copies say what their owners say',
  counted: 'copies',
  async check(shop, { looked, offend }) {
    const onTheWay = await readOnTheWayToOrder(shop);
    const [productCopies, offerCopies] = [await readProductCopies(shop), await readOfferCopies(shop)];
    const [products, offers] = [await readProducts(shop), await readOffers(shop)];
    const differences = [
      ...products.map(
        ({ _id, ...product }) => [_id, productDifference(product, productCopies.get(_id))] as const,
      ),
      ...offers.map(({ _id, ...offer }) => [_id, offerDifference(offer, offerCopies.get(_id))] as const),
    ].filter(([id]) => !onTheWay.has(id));
    looked(differences.length);
    for (const [id, difference] of differences) if (difference) offend(`${id}: ${difference}`);
    const owned = new Set([...products, ...offers].map(({ _id }) => _id));
    const granted = [
      ...[...productCopies.values()].filter(({ snapshot }) => snapshot?.product),
      ...[...offerCopies.values()].filter(({ offer }) => offer),
    ];
    for (const { _id } of granted) if (!owned.has(_id)) offend(`${_id}: it is gone, and order has a copy`);
  },
};

function productDifference(
  { version, deletedAt, priceInMinorUnits, isAvailable, stock: free }: Omit<Product, '_id'>,
  copy: ProductCopy | undefined,
): string | undefined {
  const isGone = Boolean(deletedAt);
  if (copy === undefined) return isGone ? undefined : 'order has no copy';
  const ofCopy = versionOfProductCopy(copy);
  if (ofCopy < version) return `order's copy is of version ${ofCopy}, the product of ${version}`;
  const { snapshot, stock: told } = copy;
  if (isGone !== (snapshot?.product === null))
    return isGone ? 'it left the shop, and order still sells it' : 'order believes that it left the shop';
  if (isGone) return undefined;
  const price = snapshot?.product?.priceInMinorUnits;
  if (price !== priceInMinorUnits) return `order's copy costs ${price}, the product ${priceInMinorUnits}`;
  // The newer of the two decides; of the same version, the event about the stock.
  const isStockNewer = told !== undefined && told.version >= (snapshot?.version ?? 0);
  const inStock = isStockNewer ? told.inStock : (snapshot?.product?.inStock ?? false);
  return inStock === (isAvailable && free > 0)
    ? undefined
    : `order's copy is ${inStock ? '' : 'not '}in stock`;
}

const termsInWords = ({ isActive, promoCode, discountType }: OfferTerms) =>
  `${discountType} by ${promoCode}, switched ${isActive ? 'on' : 'off'}`;

function offerDifference(
  { version, deletedAt, ...offer }: Omit<Offer, '_id'>,
  copy: OfferCopy | undefined,
): string | undefined {
  if (copy === undefined) return deletedAt ? undefined : 'order has no copy';
  // After an offer was taken away there are no more events about it, though its version may rise.
  if (deletedAt) return copy.offer ? 'it was taken away, and order still grants it' : undefined;
  if (copy.version < version) return `order's copy is of version ${copy.version}, the offer of ${version}`;
  if (!copy.offer) return 'order believes that it was taken away';
  const [ofCopy, own] = [termsInWords(copy.offer), termsInWords(offer)];
  return ofCopy === own ? undefined : `order's copy is ${ofCopy}, the offer ${own}`;
}

export const productAndOfferInvariants = [stock, redemptions, versions, copies];
