import {
  type Picture,
  type ProductCategory,
  type ProductSnapshot,
  type ProductSpecs,
  productCreated,
  productDeleted,
  productUpdated,
  stockChanged,
} from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import { availabilityOf, isVisiblyDifferent } from '../stock/stock.rules.ts';

/** A product as catalog keeps it. Money in minor units; `stock` counts the pieces that are free to be sold. */
export interface ProductState {
  readonly id: string;
  readonly name: string;
  readonly brand: string;
  readonly category: ProductCategory;
  readonly description: string;
  readonly priceInMinorUnits: number;
  readonly oldPriceInMinorUnits: number | null;
  readonly featured: boolean;
  /** False: an admin switched it off whatever its stock (C4). */
  readonly isAvailable: boolean;
  readonly stock: number;
  /** Path or address of the first picture, empty when there is none. */
  readonly image: string;
  readonly pictures: readonly Picture[];
  readonly specs: ProductSpecs;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** Everything of a product that an admin decides. */
export type ProductFields = Omit<ProductState, 'id' | 'createdAt' | 'updatedAt' | 'version'>;

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

/** C2: empty specs are dropped, so that "Not specified" is shown instead of nothing (ENT-08). */
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
  };
  return { product, events: [{ definition: productCreated, data: snapshotOf(product) }] };
}

/** C3: only the newest version may be changed by somebody who names the version that they saw. */
function refuseStale(product: ProductState, expectedVersion: number | undefined): void {
  if (expectedVersion === undefined || expectedVersion === product.version) return;
  throw new ProblemError(
    'version-conflict',
    'This product was changed by someone else. Load it again and repeat your change.',
    [{ path: 'version', message: String(product.version) }],
  );
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** C1 to C5: takes over the given fields. A change that changes nothing raises no version and tells nobody. */
export function changeProduct(
  product: ProductState,
  change: Partial<ProductFields>,
  now: Date,
  expectedVersion?: number,
): Decision {
  refuseStale(product, expectedVersion);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const wanted: ProductState = { ...product, ...given };
  const next: ProductState = { ...wanted, specs: withoutEmptySpecs(wanted.specs) };
  refuseWrongOldPrice(next);
  const keys = Object.keys(next) as (keyof ProductState)[];
  if (keys.every((key) => isSame(next[key], product[key]))) return { product, events: [] };
  const changed: ProductState = { ...next, updatedAt: now, version: product.version + 1 };
  const events: ProductEvent[] = [{ definition: productUpdated, data: snapshotOf(changed) }];
  if (isVisiblyDifferent(product, changed)) {
    events.push({
      definition: stockChanged,
      data: { productId: product.id, ...availabilityOf(changed) },
    });
  }
  return { product: changed, events };
}

/** The product leaves the shop; orders keep what they copied of it (C13). */
export function removeProduct(product: ProductState, now: Date): Decision {
  return {
    product: { ...product, updatedAt: now, version: product.version + 1 },
    events: [{ definition: productDeleted, data: { productId: product.id } }],
  };
}
