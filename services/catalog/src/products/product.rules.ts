import {
  type DeviceForSale,
  type EventDefinition,
  type EventOf,
  type Picture,
  type ProductSnapshot,
  type ProductSpecs,
  productCreated,
  productDeleted,
  productImproved,
  productUpdated,
  type StoredProductFields,
  shopCurrency,
  stockChanged,
} from '@kinmel/contracts';
import { ProblemError, pick, planted, refusal, versionConflict } from '@kinmel/service-kit';
import { availabilityOf, isVisiblyDifferent } from '../stock/stock.rules.ts';

/** A product in catalog. Money in minor units; `stock` is the number of pieces that can be sold. */
export interface ProductState extends StoredProductFields {
  readonly id: string;
  readonly currency: typeof shopCurrency;
  /** False when an admin has switched it off, whatever its stock (CAT-C4). */
  readonly isAvailable: boolean;
  readonly stock: number;
  /** Path or address of the first picture, or empty. */
  readonly image: string;
  readonly pictures: readonly Picture[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** The last version that an admin saved; later versions are sales that changed the availability (CAT-C5). */
  readonly editedVersion: number;
  /** The stock at the last change of version. */
  readonly stockAtVersion: number;
  /** Set for a device for sale, which belongs to another product (decision 82). */
  readonly device?: DeviceForSale | undefined;
  /** Its stock is the number of its devices, which are bought instead of it. */
  readonly hasDevices?: boolean | undefined;
}

/** The fields that staff edit. */
export type ProductFields = Omit<
  ProductState,
  'id' | 'currency' | 'createdAt' | 'updatedAt' | 'version' | 'editedVersion' | 'stockAtVersion'
>;

interface EventWithData<Definition extends EventDefinition> {
  readonly definition: Definition;
  readonly data: EventOf<Definition>['data'];
}

/** An event without its envelope. */
export type ProductEvent =
  | EventWithData<typeof productCreated>
  | EventWithData<typeof productUpdated>
  | EventWithData<typeof productDeleted>
  | EventWithData<typeof productImproved>
  | EventWithData<typeof stockChanged>;

export interface Decision {
  readonly product: ProductState;
  readonly events: readonly ProductEvent[];
}

/** Also the error for a deleted product. */
export const productNotFound = () => new ProblemError('not-found', 'Product not found');

/** Absent for products without devices. */
export const devicePart = ({ device, hasDevices }: Pick<ProductState, 'device' | 'hasDevices'>) => ({
  ...(device && { device }),
  ...(hasDevices && { hasDevices }),
});

/** The data that other services need, without stock and description. */
export function snapshotOf(product: ProductState): ProductSnapshot {
  return {
    productId: product.id,
    ...pick(product, 'name', 'brand', 'category', 'priceInMinorUnits', 'oldPriceInMinorUnits'),
    ...pick(product, 'currency', 'image', 'specs'),
    ...availabilityOf(product),
    ...devicePart(product),
  };
}

/** The old price must be higher (CAT-C1). */
function refuseWrongOldPrice({ priceInMinorUnits, oldPriceInMinorUnits }: ProductFields): void {
  if (oldPriceInMinorUnits === null || oldPriceInMinorUnits > priceInMinorUnits) return;
  throw refusal('oldPrice', 'Original price must be higher than current price', 'invalid-request');
}

/** Drops empty specs, which are shown as "Not specified" (CAT-C2). */
function withoutEmptySpecs(specs: ProductSpecs): ProductSpecs {
  return Object.fromEntries(Object.entries(specs).filter(([, value]) => value));
}

/** Available without a number means one piece (CAT-C14). */
export function initialStock(stock: number | undefined, isAvailable: boolean): number {
  return stock ?? (isAvailable ? 1 : 0);
}

export function createProduct(id: string, fields: ProductFields, now: Date): Decision {
  refuseWrongOldPrice(fields);
  const product: ProductState = {
    ...fields,
    specs: withoutEmptySpecs(fields.specs),
    id,
    currency: shopCurrency,
    createdAt: now,
    updatedAt: now,
    version: 1,
    editedVersion: 1,
    stockAtVersion: fields.stock,
  };
  return { product, events: [{ definition: productCreated, data: snapshotOf(product) }] };
}

/** The version and stock that an admin had read before the change. */
export interface ReadState {
  readonly version?: number | undefined;
  readonly stock?: number | undefined;
}

/** Refuses if another admin has changed the product since the given version (CAT-C3). */
function refuseStale(product: ProductState, { version }: ReadState): void {
  if (version === undefined || (version >= product.editedVersion && version <= product.version)) return;
  throw versionConflict(
    product.version,
    'This product was changed by someone else. Load it again and repeat your change.',
  );
}

/** Applies the difference between entered and seen stock, so that no sale in between is undone (CAT-C16). */
function stockAfter(product: ProductState, requestedStock: number, readState: ReadState): number {
  if (readState.stock !== undefined) return Math.max(0, product.stock + requestedStock - readState.stock);
  const { stock, version, stockAtVersion } = product;
  const hasStockChanged =
    readState.version !== undefined && (readState.version !== version || stock !== stockAtVersion);
  if (requestedStock === stock || !hasStockChanged) return requestedStock;
  throw new ProblemError(
    'version-conflict',
    'Pieces of this product were sold or came back meanwhile. Load it again and repeat your change.',
    [{ path: 'stockSeen', message: 'the number of pieces that you saw' }],
  );
}

/** CAT-C21: a device is changed where it is put on sale, not here. */
function refuseDevice({ device }: ProductState): void {
  if (device && !planted('catalog.edit-device'))
    throw refusal('device', 'This product is a device: change its price and take it off sale at the device.');
}

/**
 * CAT-C21, CAT-C22: refuses changes that are made at the devices of a product instead.
 * @param hasListed whether one of them is for sale or held
 */
export function refuseForDevices(before: ProductState, after: ProductState, hasListedDevices: boolean): void {
  refuseDevice(before);
  if (!before.hasDevices) return;
  if (after.stock !== before.stock)
    throw refusal(
      'stock',
      'The pieces of this product are devices: put them on sale, or take them off, one by one.',
    );
  if (!hasListedDevices) return;
  if (after.priceInMinorUnits !== before.priceInMinorUnits)
    throw refusal(
      'price',
      'The price of this product is that of its cheapest device: change it at the device.',
    );
  if (before.isAvailable && !after.isAvailable)
    throw refusal('inStock', 'Devices of this product are for sale: take them off sale first.');
}

/** An unset field equals a cleared one. */
const isSame = (left: unknown, right: unknown) =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/** Applies the given fields (CAT-C1 to CAT-C5, CAT-C16). Without a change there is no new version and no event. */
export function changeProduct(
  product: ProductState,
  change: Partial<ProductFields>,
  now: Date,
  readState: ReadState = {},
): Decision {
  refuseStale(product, readState);
  const fields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const stock = change.stock === undefined ? product.stock : stockAfter(product, change.stock, readState);
  const requested: ProductState = { ...product, ...fields, stock };
  const next: ProductState = { ...requested, specs: withoutEmptySpecs(requested.specs) };
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
  const isBack = availabilityOf(changed).inStock && !availabilityOf(product).inStock;
  if (isBack || changed.priceInMinorUnits < product.priceInMinorUnits) {
    events.push({
      definition: productImproved,
      data: { productId: product.id, cause: isBack ? 'back' : 'cheaper' },
    });
  }
  return { product: changed, events };
}

/**
 * Deletes a product (CAT-C3, CAT-C13, CAT-C21, CAT-C22); orders keep their copy.
 * @param hasListed whether one of its devices is for sale or held
 */
export function removeProduct(
  product: ProductState,
  now: Date,
  readState: ReadState = {},
  hasListedDevices = false,
): Decision {
  refuseDevice(product);
  refuseStale(product, readState);
  if (hasListedDevices)
    throw refusal('devices', 'Devices of this product are for sale: take them off sale first.');
  return {
    product: { ...product, updatedAt: now, version: product.version + 1 },
    events: [{ definition: productDeleted, data: { productId: product.id } }],
  };
}
