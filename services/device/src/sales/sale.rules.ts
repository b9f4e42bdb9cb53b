import {
  type BodyOf,
  type DeviceAnswer,
  type DeviceForSale,
  dayMs,
  deviceListed,
  type Product,
  type sellDevice as sellEndpoint,
  shopCurrency,
  shownName,
  storageName,
} from '@kinmel/contracts';
import { planted, refusal } from '@kinmel/service-kit';
import {
  type Change,
  type ChangeContext,
  type Device,
  eventOf,
  isPaymentStopped,
  listedVersionOf,
  moveDeviceTo,
  placeText,
  receivedAt,
  refuseStale,
  stoppedText,
  unsoldFields,
  withFields,
} from '../devices/device.rules.ts';
import type { KnownOrder } from './orders.store.ts';

/** The fields of a product that decide whether devices can belong to it. */
export type SaleProduct = Pick<Product, 'category' | 'inStock' | 'hasDevices' | 'device'>;

/** DEV-D13: an inspected device with a grade can be sold as a pre-loved product that has no pieces of another kind. */
export function putOnSale(
  device: Device,
  { version, productId, price }: BodyOf<typeof sellEndpoint>,
  product: SaleProduct,
  listing: PublicLinks,
  blocklist: DeviceAnswer['blocklist'],
  context: ChangeContext,
): Change {
  refuseStale(device, version);
  const { place, purchase, inspection } = device;
  if (place !== 'inspected')
    throw refusal('place', `A device that is ${placeText(place)} cannot be put on sale.`);
  if (purchase !== 'agreed') throw refusal('place', 'Its price is not agreed with its seller yet.');
  if (isPaymentStopped(device)) throw refusal('place', `${stoppedText} It cannot be put on sale.`);
  if (blocklist === 'listed')
    throw refusal('place', 'The register of stolen phones lists this phone: it cannot be sold.');
  if (!inspection?.grade)
    throw refusal('place', 'A device without a grade cannot be sold. Please repair it and inspect it again.');
  if (product.category !== 'premiumsmartphones' || product.device !== undefined)
    throw refusal('productId', 'Devices are pieces of pre-loved products.');
  if (product.inStock && !product.hasDevices)
    throw refusal('productId', 'This product has pieces that are not devices. Please choose another one.');
  return listDevice(
    moveDeviceTo(device, 'for-sale', context, { sale: { productId, price } }),
    listing,
    context,
  );
}

/** The public links of a device that its listing contains. */
type PublicLinks = Pick<DeviceForSale, 'passportLink' | 'photos'>;

/** DEV-D13: a device for sale, with the event that puts it on sale in catalog. */
function listDevice(device: Device, listing: PublicLinks, context: ChangeContext): Change {
  const { id: deviceId, inspection, sale, version: listedVersion } = device;
  if (!inspection?.grade || !sale) throw new Error(`device ${deviceId} has no grade or no price`);
  const data = {
    deviceId,
    storage: storageName(device.storage),
    color: shownName(device.color),
    priceInMinorUnits: sale.price.amountInMinorUnits,
    currency: shopCurrency,
    forSale: {
      ofProductId: sale.productId,
      grade: inspection.grade,
      batteryHealthPercent: inspection.checklist.batteryHealthPercent,
      ...listing,
    },
  };
  return {
    device: { ...device, listedVersion },
    events: [eventOf(deviceListed, device, data, context)],
  };
}

const byTheShop = (now: Date): ChangeContext => ({ now, who: null });

/** DEV-D14: an order has sold the device. */
export const markSold = (device: Device, orderId: string, now: Date): Device =>
  moveDeviceTo(device, 'sold', byTheShop(now), { orderId });

/** DEV-D16: the buyer has brought the device back; the next step is an inspection. */
export const returnByBuyer = (device: Device, now: Date): Device =>
  moveDeviceTo(device, 'returned', byTheShop(now), unsoldFields);

/** DEV-D14: the order was cancelled; catalog sells the device again only after a new listing. */
const relistDevice = (device: Device, listing: PublicLinks, now: Date): Change => {
  const note = 'The order was cancelled.';
  const fields = { orderId: null, warrantyUntil: null };
  return listDevice(moveDeviceTo(device, 'for-sale', byTheShop(now), fields, note), listing, byTheShop(now));
};

/** DEV-D26: takes a device off sale; staff decide on the next step. */
export const takeOffSale = (device: Device, now: Date): Device =>
  moveDeviceTo(device, 'inspected', byTheShop(now), unsoldFields, stoppedText);

/** DEV-D22: the order id stays until the device arrives, because a return names that order. */
const awaitDevice = (device: Device, now: Date): Device => {
  const note = 'The order was cancelled after it had left the shop.';
  return moveDeviceTo(device, 'awaited', byTheShop(now), { sale: null, warrantyUntil: null }, note);
};

/** DEV-D14–D16, DEV-D22: the device after all known events of its order, which may arrive in any sequence. */
export function afterOrder(
  device: Device,
  { returned, isCancelled, hasLeftShop, isDelivered }: KnownOrder,
  listing: PublicLinks,
  warrantyDays: number | undefined,
  now: Date,
): Change {
  const withoutEvents = (after: Device): Change => ({ device: after, events: [] });
  if (returned.includes(device.id)) return withoutEvents(returnByBuyer(device, now));
  // Includes a device that its buyer offered to the shop and got back (DEV-D27).
  if (device.place !== 'sold' && device.place !== 'customer') return withoutEvents(device);
  if (isCancelled && hasLeftShop && !planted('device.on-sale-at-buyer'))
    return withoutEvents(awaitDevice(device, now));
  if (isCancelled)
    return isPaymentStopped(device)
      ? withoutEvents(takeOffSale(device, now))
      : relistDevice(device, listing, now);
  if (!isDelivered || device.warrantyUntil !== null) return withoutEvents(device);
  if (warrantyDays === undefined) throw new Error('the warranty days of the policy are not known');
  // DEV-D15: the delivery starts the warranty.
  return withoutEvents(
    withFields(device, { warrantyUntil: new Date(now.getTime() + warrantyDays * dayMs) }, now),
  );
}

/**
 * DEV-D13: lists a device again that catalog took off sale for a step of staff that was not completed. Undefined
 * when it is no longer on sale by that listing.
 */
export const relistAfterWithdrawal = (
  device: Device,
  listedVersion: number,
  listing: PublicLinks,
  now: Date,
): Change | undefined =>
  device.place === 'for-sale' && listedVersionOf(device) === listedVersion
    ? listDevice(withFields(device, {}, now), listing, byTheShop(now))
    : undefined;

const refusalTexts = {
  'no-product': 'Its product was deleted.',
  'other-pieces': 'Its product has pieces that are not devices.',
} as const;

/** DEV-D13: catalog cannot sell the device under its product; undefined when another listing has followed. */
export const listingRefused = (
  device: Device,
  listedVersion: number,
  reason: keyof typeof refusalTexts,
  now: Date,
): Device | undefined =>
  device.place === 'for-sale' && listedVersionOf(device) === listedVersion
    ? moveDeviceTo(device, 'inspected', byTheShop(now), unsoldFields, refusalTexts[reason])
    : undefined;

/** The condition in the price table that corresponds to a grade. */
export const conditionOf = { A: 'excellent', B: 'good', C: 'fair' } as const;

/** DEV-D17: the upper end of the estimate in the shop's currency, with the markup of the policy, in full hundreds. */
export const suggestedPrice = (highInShopMinorUnits: number, resaleMarkupPercent: number): number =>
  Math.max(10_000, Math.round((highInShopMinorUnits * (1 + resaleMarkupPercent / 100)) / 10_000) * 10_000);

/** The margin in percent of the price, with one decimal. */
export const marginPercent = (priceInMinorUnits: number, costInMinorUnits: number): number =>
  Math.round(((priceInMinorUnits - costInMinorUnits) / priceInMinorUnits) * 1000) / 10;

/** The days since the latest receipt. */
export const ageInDays = (device: Device, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - receivedAt(device).getTime()) / dayMs));

/** Refers to the field, because `not-found` would mean the device. */
export const noProduct = () => refusal('productId', 'There is no such product.');
