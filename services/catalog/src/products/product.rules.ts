import {
  type Picture,
  type ProductSnapshot,
  type ProductSpecs,
  productCreated,
  productDeleted,
  productUpdated,
  type StoredProductFields,
  stockChanged,
} from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import { availabilityOf, isVisiblyDifferent } from '../stock/stock.rules.ts';

/** A product as catalog keeps it. Money in minor units; `stock` counts the pieces that are free to be sold. */
export interface ProductState extends StoredProductFields {
  readonly id: string;
  /** False: an admin switched it off whatever its stock (C4). */
  readonly isAvailable: boolean;
  readonly stock: number;
  /** Path or address of the first picture, empty when there is none. */
  readonly image: string;
  readonly pictures: readonly Picture[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** The version that an admin made last; those after it came of sales that shoppers saw (C5). */
  readonly editedVersion?: number | undefined;
  /** The pieces that there were when the version rose last. */
  readonly stockAtVersion?: number | undefined;
}

/** Everything of a product that an admin decides. */
export type ProductFields = Omit<
  ProductState,
  'id' | 'createdAt' | 'updatedAt' | 'version' | 'editedVersion' | 'stockAtVersion'
>;

/** An event that a decision causes; envelope and transport are not the rules' affair. */
export type ProductEvent =
  | { readonly definition: typeof productCreated; readonly data: ProductSnapshot }
  | { readonly definition: typeof productUpdated; readonly data: ProductSnapshot }
  | { readonly definition: typeof productDeleted; readonly data: { productId: string } }
  | {
      readonly definition: typeof stockChanged;
      readonly data: { productId: string; inStock: boolean; lowStockCount: number | null };
    };

export interface Decision {
  readonly product: ProductState;
  readonly events: readonly ProductEvent[];
}

/** What other services are told of a product: no number of pieces, no description. */
export function snapshotOf(product: ProductState): ProductSnapshot {
  return {
    productId: product.id,
    name: product.name,
    brand: product.brand,
    category: product.category,
    priceInMinorUnits: product.priceInMinorUnits,
    oldPriceInMinorUnits: product.oldPriceInMinorUnits,
    image: product.image,
    ...availabilityOf(product),
    specs: product.specs,
  };
}

/** C1: an old price is one that was higher; anything else would be a saving that does not exist. */
function refuseWrongOldPrice({ priceInMinorUnits, oldPriceInMinorUnits }: ProductFields): void {
  if (oldPriceInMinorUnits === null || oldPriceInMinorUnits > priceInMinorUnits) return;
  const message = 'Original price must be higher than current price';
  throw new ProblemError('invalid-request', message, [{ path: 'oldPrice', message }]);
}

/** C2: empty specs are dropped, so that "Not specified" is shown instead of nothing. */
function withoutEmptySpecs(specs: ProductSpecs): ProductSpecs {
  return Object.fromEntries(Object.entries(specs).filter(([, value]) => value));
}

/** C14: an admin who says that a product is in stock without counting has at least one. */
export function initialStock(stock: number | undefined, isAvailable: boolean): number {
  return stock ?? (isAvailable ? 1 : 0);
}

export function createProduct(id: string, fields: ProductFields, now: Date): Decision {
  refuseWrongOldPrice(fields);
  const product: ProductState = {
    ...fields,
    specs: withoutEmptySpecs(fields.specs),
    id,
    createdAt: now,
    updatedAt: now,
    version: 1,
    editedVersion: 1,
    stockAtVersion: fields.stock,
  };
  return { product, events: [{ definition: productCreated, data: snapshotOf(product) }] };
}

/** What an admin had before them when they decided. */
export interface Seen {
  readonly version?: number | undefined;
  readonly stock?: number | undefined;
}

/** C3: whoever names the version that they saw changes nothing that another admin changed since. */
function refuseStale(product: ProductState, { version }: Seen): void {
  const { editedVersion = product.version } = product;
  if (version === undefined || (version >= editedVersion && version <= product.version)) return;
  throw new ProblemError(
    'version-conflict',
    'This product was changed by someone else. Load it again and repeat your change.',
    [{ path: 'version', message: String(product.version) }],
  );
}

/** C16: the difference between what an admin wants and saw, so that no sale in between is undone. */
function stockAfter(product: ProductState, wanted: number, seen: Seen): number {
  if (seen.stock !== undefined) return Math.max(0, product.stock + wanted - seen.stock);
  const { stock, version, stockAtVersion = stock } = product;
  const haveMoved = seen.version !== undefined && (seen.version !== version || stock !== stockAtVersion);
  if (wanted === stock || !haveMoved) return wanted;
  throw new ProblemError(
    'version-conflict',
    'Pieces of this product were sold or came back meanwhile. Load it again and repeat your change.',
    [{ path: 'stockSeen', message: 'the number of pieces that you saw' }],
  );
}

/** A field that was never set equals one that is cleared. */
const isSame = (left: unknown, right: unknown) =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/** C1 to C5, C16: takes over the given fields. A change that changes nothing raises no version and tells nobody. */
export function changeProduct(
  product: ProductState,
  change: Partial<ProductFields>,
  now: Date,
  seen: Seen = {},
): Decision {
  refuseStale(product, seen);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const stock = change.stock === undefined ? product.stock : stockAfter(product, change.stock, seen);
  const wanted: ProductState = { ...product, ...given, stock };
  const next: ProductState = { ...wanted, specs: withoutEmptySpecs(wanted.specs) };
  refuseWrongOldPrice(next);
  const keys = Object.keys(next) as (keyof ProductState)[];
  if (keys.every((key) => isSame(next[key], product[key]))) return { product, events: [] };
  const version = product.version + 1;
  const changed: ProductState = {
    ...next,
    updatedAt: now,
    version,
    editedVersion: version,
    stockAtVersion: next.stock,
  };
  const events: ProductEvent[] = [{ definition: productUpdated, data: snapshotOf(changed) }];
  if (isVisiblyDifferent(product, changed)) {
    events.push({
      definition: stockChanged,
      data: { productId: product.id, ...availabilityOf(changed) },
    });
  }
  return { product: changed, events };
}

/** C3, C13: the product leaves the shop; orders keep what they copied of it. */
export function removeProduct(product: ProductState, now: Date, seen: Seen = {}): Decision {
  refuseStale(product, seen);
  return {
    product: { ...product, updatedAt: now, version: product.version + 1 },
    events: [{ definition: productDeleted, data: { productId: product.id } }],
  };
}
