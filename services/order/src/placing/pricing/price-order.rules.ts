import { offerOfCode, type Policy, type ProductSnapshot, type PromoRefusal } from '@kinmel/contracts';
import {
  type PriceDecision,
  type PricedLine,
  type PricedOffer,
  type PriceLine,
  type PricePromo,
  type PriceSums,
  priceCart,
  priceSums,
  promoReaches,
} from '@kinmel/pricing';
import { type Day, pick } from '@kinmel/service-kit';
import {
  isInStock,
  isLive,
  type OfferCopy,
  type ProductCopy,
  piecesLeft,
} from '../../copies/copies.rules.ts';
import type { OrderLine } from '../../orders/order.ts';

/** The fields of a line that the client sets. */
export interface CartLine {
  readonly productId: string;
  readonly quantity: number;
  readonly offerId: string | null;
}

/** `offer-used-up` is as of the last event received; placing an order asks the offer service for the current state. */
export type LineProblem = 'gone' | 'out-of-stock' | 'low-stock' | 'offer-ended' | 'offer-used-up';

/** A line with the shop's current data. */
export interface KnownLine extends CartLine {
  readonly isProduct: boolean;
  readonly name: string;
  /** Storage and colour. */
  readonly details: string;
  readonly image: string;
  readonly passportLink?: string | undefined;
  readonly listPriceInMinorUnits: number;
  readonly offer: (PricedOffer & { readonly description: string }) | null;
  readonly inStock: boolean;
  /** 1 to 5, otherwise null. */
  readonly lowStockCount: number | null;
  readonly problem: LineProblem | null;
}

export interface Copies {
  readonly products: ReadonlyMap<string, ProductCopy>;
  readonly offers: ReadonlyMap<string, OfferCopy>;
}

export function mergeLines(lines: readonly CartLine[]): CartLine[] {
  const merged = new Map<string, CartLine>();
  for (const line of lines) {
    const key = `${line.productId}/${line.offerId ?? ''}`;
    const earlier = merged.get(key);
    merged.set(key, earlier ? { ...line, quantity: earlier.quantity + line.quantity } : line);
  }
  return [...merged.values()];
}

const unknownLine = {
  isProduct: true,
  name: '',
  details: '',
  image: '',
  listPriceInMinorUnits: 0,
  offer: null,
  inStock: false,
  lowStockCount: null,
};

const deviceDetails = (device: ProductSnapshot['device']) =>
  device && `grade ${device.grade}, battery ${device.batteryHealthPercent}%`;

const detailsOf = (product: ProductSnapshot | null): string =>
  [product?.specs.storage, product?.specs.color, deviceDetails(product?.device)].filter(Boolean).join(', ');

/**
 * ORD-O2: completes a line from the current copies of its product and offer. The claimed offer must be live and include
 * the product.
 */
export function lookUpLine(line: CartLine, { products, offers }: Copies, today: Day): KnownLine {
  const offer = (line.offerId === null ? null : offers.get(line.offerId)?.offer) ?? null;
  if (offer === null && line.offerId !== null) return { ...line, ...unknownLine, problem: 'offer-ended' };
  const copy = products.get(line.productId);
  const product = copy?.snapshot?.product ?? null;

  if (offer !== null) {
    const namesNoProduct = offer.targetProducts.length === 0;
    const isOfThisLine = namesNoProduct
      ? line.productId === offer.offerId
      : offer.targetProducts.includes(line.productId);
    const description = {
      isProduct: !namesNoProduct,
      name: offer.productName || product?.name || offer.title,
      details: namesNoProduct ? '' : detailsOf(product),
      image: offer.image || product?.image || '',
      listPriceInMinorUnits: product?.priceInMinorUnits ?? 0,
      offer,
    };
    if (!isOfThisLine || !isLive(offer, today))
      return { ...line, ...unknownLine, ...description, problem: 'offer-ended' };
    const stock = namesNoProduct
      ? { inStock: true, lowStockCount: null, problem: null }
      : stockOf(copy, line.quantity);
    const isOrderable = stock.problem === null || stock.problem === 'low-stock';
    const problem = isOrderable && offer.isUsedUp ? 'offer-used-up' : stock.problem;
    return { ...line, ...description, ...stock, problem };
  }
  return {
    ...line,
    isProduct: true,
    name: product?.name ?? '',
    details: detailsOf(product),
    image: product?.image ?? '',
    passportLink: product?.device?.passportLink,
    listPriceInMinorUnits: product?.priceInMinorUnits ?? 0,
    offer: null,
    ...stockOf(copy, line.quantity),
  };
}

function stockOf(
  copy: ProductCopy | undefined,
  quantity: number,
): Pick<KnownLine, 'inStock' | 'lowStockCount' | 'problem'> {
  if (!copy?.snapshot?.product) return { inStock: false, lowStockCount: null, problem: 'gone' };
  const { hasDevices } = copy.snapshot.product;
  if (hasDevices || !isInStock(copy)) return { inStock: false, lowStockCount: null, problem: 'out-of-stock' };
  const remaining = piecesLeft(copy);
  return {
    inStock: true,
    lowStockCount: remaining,
    problem: remaining !== null && remaining < quantity ? 'low-stock' : null,
  };
}

/** The reason is the same for a wrong code, a disabled one and one that is not valid yet. */
export type PromoOutcome =
  | {
      readonly applied: true;
      readonly promo: PricePromo & { readonly offerId: string };
      /** As of the last event received; placing an order asks the offer service for the current state. */
      readonly isUsedUp: boolean;
    }
  | { readonly applied: false; readonly promoCode: string; readonly reason: PromoRefusal };

/** ORD-O3: a live percentage offer with this code that applies to a line. */
export function checkPromo(
  promoCode: string,
  candidates: readonly OfferCopy[],
  lines: readonly CartLine[],
  today: Day,
): PromoOutcome {
  const offers = candidates.flatMap(({ offer }) => offer ?? []);
  const match = offerOfCode(offers, today, (promo) =>
    lines.some(({ productId, offerId }) => offerId === null && promoReaches({ productId }, promo)),
  );
  if ('reason' in match) return { applied: false, promoCode, reason: match.reason };
  const { offer } = match;
  const promo = pick(offer, 'offerId', 'promoCode', 'title', 'discountPercentage', 'targetProducts');
  return { applied: true, promo, isUsedUp: offer.isUsedUp };
}

export interface PricedOrder {
  readonly lines: readonly OrderLine[];
  readonly priced: readonly PricedLine[];
  readonly pricing: PriceSums;
  readonly decisions: readonly PriceDecision[];
}

const rupees = (minorUnits: number) =>
  (minorUnits / 100).toLocaleString('en-US', { maximumFractionDigits: 2 });

/** The badge of an offer. */
function discountText({ discountType, discountPercentage, discountInMinorUnits }: PricedOffer): string {
  switch (discountType) {
    case 'percentage':
      return `${discountPercentage}% OFF`;
    case 'fixed':
      return `NPR ${rupees(discountInMinorUnits)} OFF`;
    case 'bundle':
      return 'Bundle';
    case 'gift':
      return 'Free gift';
  }
}

/** ORD-O4: prices an order with `priceCart`, which the cart page uses too. */
export function priceOrder(
  lines: readonly KnownLine[],
  promo: PricePromo | null,
  policy: Pick<Policy, 'shipping' | 'tax'>,
): PricedOrder {
  const input: PriceLine[] = lines.map((line) =>
    pick(line, 'productId', 'quantity', 'listPriceInMinorUnits', 'offer'),
  );
  const {
    lines: priced,
    decisions,
    ...sums
  } = priceCart({
    lines: input,
    promo,
    policy: {
      ...pick(policy.shipping, 'feeInMinorUnits', 'freeAboveInMinorUnits'),
      taxPercent: policy.tax.percent,
    },
  });
  return {
    lines: lines.flatMap((line, index) => {
      const price = priced[index];
      return price ? [orderLine(line, price)] : [];
    }),
    priced,
    pricing: pick(sums, ...priceSums),
    // The label is stored, as the policy may change.
    decisions: decisions.map((decision) =>
      decision.rule === 'tax' ? { ...decision, title: policy.tax.label } : decision,
    ),
  };
}

function orderLine(line: KnownLine, price: PricedLine): OrderLine {
  return {
    ...pick(line, 'productId', 'isProduct', 'name', 'details', 'image', 'quantity', 'passportLink'),
    ...pick(price, 'originalPriceInMinorUnits', 'lineTotalInMinorUnits', 'promoCode'),
    priceInMinorUnits: price.unitPriceInMinorUnits,
    specialOffer: line.offer && {
      ...pick(line.offer, 'title', 'description'),
      id: line.offer.offerId,
      discount: discountText(line.offer),
      discountPercentage: price.discountPercentage,
    },
  };
}
