import { deviceGrades, type deviceListed, type deviceListingRefused, type EventOf } from '@kinmel/contracts';
import { pick } from '@kinmel/service-kit';
import {
  changeProduct,
  createProduct,
  type Decision,
  type ProductFields,
  type ProductState,
} from '../products/product.rules.ts';
import type { Listing } from './listings.store.ts';

export type ListedDevice = EventOf<typeof deviceListed>['data'];

/** A product that is a device for sale. */
export type DeviceProduct = ProductState & Required<Pick<ProductState, 'device'>>;

export const isDevice = (product: ProductState): product is DeviceProduct => product.device !== undefined;

/**
 * CAT-D1: the product for a device that is put on sale, possibly again.
 * @param product the product that it is a piece of
 * @param earlier the device's product from an earlier sale
 */
export function deviceOnSale(
  product: ProductState,
  { deviceId, storage, color, priceInMinorUnits, forSale }: ListedDevice,
  earlier: ProductState | undefined,
  now: Date,
): Decision {
  const [photo] = forSale.photos;
  const fields: ProductFields = {
    ...pick(product, 'name', 'brand', 'category', 'description', 'featured'),
    priceInMinorUnits,
    oldPriceInMinorUnits: null,
    specs: { ...product.specs, storage, color },
    isAvailable: true,
    stock: 1,
    image: photo ?? product.image,
    pictures: photo === undefined ? product.pictures : [],
    device: forSale,
  };
  return earlier ? changeProduct(earlier, fields, now) : createProduct(deviceId, fields, now);
}

/**
 * CAT-D3: takes a device off sale unless an order holds or has bought it. No order can have bought it before the
 * listing of this version has arrived.
 */
export function deviceOffSale(
  device: ProductState,
  listedVersion: number,
  listing: Pick<Listing, 'version'> | undefined,
  now: Date,
): Decision | 'bought' {
  if (!device.isAvailable) return { product: device, events: [] };
  const isListingCurrent = listing === undefined || listing.version === listedVersion;
  return isListingCurrent && device.stock === 0
    ? 'bought'
    : changeProduct(device, { isAvailable: false, stock: 0 }, now);
}

/** CAT-D6: why devices cannot be pieces of a product; undefined when they can. */
export function listingProblem(
  product: ProductState,
  hasHolds: boolean,
): EventOf<typeof deviceListingRefused>['data']['reason'] | undefined {
  const isOfOneKind =
    product.device === undefined && (product.hasDevices || (product.stock === 0 && !hasHolds));
  return isOfOneKind ? undefined : 'other-pieces';
}

/** CAT-D2: the pieces of a product are its devices for sale, and its price is that of the cheapest. */
export function withDevices(product: ProductState, forSale: readonly ProductState[], now: Date): Decision {
  const cheapest = Math.min(...forSale.map(({ priceInMinorUnits }) => priceInMinorUnits));
  const priceInMinorUnits = forSale.length === 0 ? product.priceInMinorUnits : cheapest;
  const { oldPriceInMinorUnits: oldPrice, editedVersion } = product;
  const change = {
    hasDevices: true,
    // A product without devices is unavailable; its first device makes it available.
    isAvailable: product.isAvailable || forSale.length > 0,
    stock: forSale.length,
    priceInMinorUnits,
    oldPriceInMinorUnits: oldPrice !== null && oldPrice > priceInMinorUnits ? oldPrice : null,
  };
  const decision = changeProduct(product, change, now);
  // Not counted as an edit, so that staff who have the product open are not refused (CAT-C3).
  return { ...decision, product: { ...decision.product, editedVersion } };
}

/** Sorted by grade, then by price. */
export const compareGrades = (
  { device: one, priceInMinorUnits }: DeviceProduct,
  other: DeviceProduct,
): number =>
  deviceGrades.indexOf(one.grade) - deviceGrades.indexOf(other.device.grade) ||
  priceInMinorUnits - other.priceInMinorUnits;
