import {
  type BodyOf,
  type DeviceAnswer,
  type DeviceForSale,
  deviceListed,
  type Product,
  type sellDevice,
  shopCurrency,
  shownName,
  storageName,
} from '@kinmel/contracts';
import {
  type Change,
  type ChangeContext,
  cameAt,
  changed,
  type Device,
  eventOf,
  moved,
  placeText,
  refusal,
  refuseStale,
} from '../devices/device.rules.ts';

/** What a product tells about whether devices can be pieces of it. */
export type SaleProduct = Pick<Product, 'category' | 'inStock' | 'hasDevices' | 'device'>;

/** D13: an inspected device with a grade is a piece of a pre-loved product that has no pieces of another kind. */
export function putOnSale(
  device: Device,
  { version, productId, price }: BodyOf<typeof sellDevice>,
  product: SaleProduct,
  shown: Pick<DeviceForSale, 'passportLink' | 'photos'>,
  blocklist: DeviceAnswer['blocklist'],
  context: ChangeContext,
): Change {
  refuseStale(device, version);
  const { place, purchase, inspection } = device;
  if (place !== 'inspected')
    throw refusal(`A device that is ${placeText(place)} cannot be put on sale.`, 'place');
  if (purchase !== 'agreed') throw refusal('Its price is not agreed with its seller yet.', 'place');
  if (blocklist === 'listed')
    throw refusal('The register of stolen phones lists this phone: it cannot be sold.', 'place');
  if (!inspection?.grade)
    throw refusal('A device without a grade cannot be sold. Please repair it and inspect it again.', 'place');
  if (product.category !== 'premiumsmartphones' || product.device !== undefined)
    throw refusal('Devices are pieces of pre-loved products.', 'productId');
  if (product.inStock && !product.hasDevices)
    throw refusal('This product has pieces that are not devices. Please choose another one.', 'productId');
  const listed = moved(device, 'for-sale', context, { sale: { productId, price } });
  const data = {
    deviceId: device.id,
    storage: storageName(device.storage),
    color: shownName(device.color),
    priceInMinorUnits: price.amountInMinorUnits,
    currency: shopCurrency,
    forSale: {
      ofProductId: productId,
      grade: inspection.grade,
      batteryHealthPercent: inspection.checklist.batteryHealthPercent,
      ...shown,
    },
  };
  return { device: listed, events: [eventOf(deviceListed, listed, data, context)] };
}

const dayMs = 24 * 60 * 60_000;
const byTheShop = (now: Date): ChangeContext => ({ now, who: null });

/** D14. */
export const sold = (device: Device, orderId: string, now: Date): Device =>
  moved(device, 'sold', byTheShop(now), { orderId });

const unsold = { orderId: null, warrantyUntil: null };

/** D14: its order was cancelled. */
export const backOnSale = (device: Device, now: Date): Device =>
  moved(device, 'for-sale', byTheShop(now), unsold, 'The order was cancelled.');

/** D15. */
export const delivered = (device: Device, warrantyDays: number, now: Date): Device =>
  changed(device, { warrantyUntil: new Date(now.getTime() + warrantyDays * dayMs) }, now);

/** D16: its buyer brought it back; it is inspected next. */
export const broughtBack = (device: Device, now: Date): Device =>
  moved(device, 'returned', byTheShop(now), { ...unsold, sale: null });

/** The condition in the price table of the estimates that a grade is sold as. */
export const conditionOf = { A: 'excellent', B: 'good', C: 'fair' } as const;

/** D17: the upper end of the estimate in the shop's currency, with the markup of the policy, in full hundreds. */
export const suggestedPrice = (highInShopMinorUnits: number, resaleMarkupPercent: number): number =>
  Math.max(10_000, Math.round((highInShopMinorUnits * (1 + resaleMarkupPercent / 100)) / 10_000) * 10_000);

/** In percent of the price, with one decimal. */
export const marginPercent = (priceInMinorUnits: number, costInMinorUnits: number): number =>
  Math.round(((priceInMinorUnits - costInMinorUnits) / priceInMinorUnits) * 1000) / 10;

/** Of the days since the device was received the last time. */
export const ageInDays = (device: Device, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - cameAt(device).getTime()) / dayMs));

/** A conflict: not found would be the device. */
export const noProduct = () => refusal('There is no such product.', 'productId');
