import type { DeviceChecklist, DevicePlace, Money, Policy, SellRequestToReceive } from '@kinmel/contracts';
import type { PersonalPhotos } from '@kinmel/pictures';
import type { ShopCalendar, WireEvent } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import {
  addPart,
  agreePrice,
  followRequest,
  inspect,
  move,
  type Part,
  receive,
} from '../devices/device.rules.ts';
import { publicLinksOf } from '../devices/device-answer.ts';
import { createDevicesStore } from '../devices/devices.store.ts';
import { createDeviceKey } from '../identifiers/device-key.ts';
import { markSold, putOnSale, returnByBuyer } from '../sales/sale.rules.ts';
import sampleDevices from './sample-devices.json' with { type: 'json' };

/** A phone that came to the shop with a sample sell request of service-request. */
export interface SamplePhone {
  readonly imei: string;
  readonly deviceId: string;
  readonly receivedAt: string;
  readonly request: SellRequestToReceive;
  readonly lowerQuote?: { readonly priceInMinorUnits: number; readonly note: string } | null;
  /** A PNG, in base64. */
  readonly photo: string;
  /** The settled price of its request. */
  readonly price?: Money | undefined;
}

interface SampleDevice {
  readonly imei: string;
  readonly checklist?: DeviceChecklist;
  readonly steps?: readonly DevicePlace[];
  readonly part?: Omit<Part, 'at'>;
  /** Its price when sold. */
  readonly price?: Money;
  /** Its buyer brought it back. */
  readonly isReturned?: boolean;
  /** Sold by the events of a sample order. */
  readonly isSold?: boolean;
}

/** The product "iPhone 12 Pro" of the sample data, which is sold only as devices. */
const productId = 'f2dc9c95a8980e9e0266b8a5';
const product = { category: 'premiumsmartphones', inStock: false } as const;
const hourMs = 60 * 60_000;
const parcelNote = 'Nepal Post, parcel EE 204 311 876 NP';
// The grades are those of the first policy of order.
const { grades, devices: samples } = sampleDevices as {
  grades: Policy['tradeIn']['grades'];
  devices: readonly SampleDevice[];
};

/**
 * Writes the devices of the sample phones by the rules, with an hour per step. Service-request has its own sample data of
 * receipts and inspections, so only devices for sale or sent back have an event. Does nothing when there are devices.
 * @returns the number of devices, and the data of `device.listed` of those with a sample order
 */
export async function writeSampleDevices(
  connection: mongoose.Connection,
  deviceKey: string,
  phones: readonly SamplePhone[],
  photos: Pick<PersonalPhotos, 'keep'>,
  calendar: ShopCalendar,
): Promise<{ readonly written: number; readonly listed: readonly unknown[] }> {
  const listed: unknown[] = [];
  const key = createDeviceKey(deviceKey);
  const devices = createDevicesStore(connection, key, calendar);
  if ((await connection.collection('devices').countDocuments()) > 0) return { written: 0, listed };
  const byImei = new Map(samples.map((sample) => [sample.imei, sample]));
  for (const { imei, deviceId, request, receivedAt, lowerQuote, photo, price } of phones) {
    const { checklist, steps = [], part, price: salePrice, isReturned, isSold } = byImei.get(imei) ?? {};
    let time = new Date(receivedAt).getTime() - hourMs;
    const tick = () => ({ now: new Date((time += hourMs)), who: null });
    const numbers = [key.stored({ kind: 'imei', value: imei })];
    let { device } = receive(undefined, { ...request, deviceId }, numbers, tick());
    let events: readonly WireEvent[] = [];
    const { note = '', priceInMinorUnits: lowerQuoteInMinorUnits } = lowerQuote ?? {};
    // Only the listings of devices for sale show a photo.
    const photoIds = salePrice ? [await photos.keep(Buffer.from(photo, 'base64'))] : [];
    if (checklist) {
      const inspection = {
        version: device.version,
        note,
        checklist,
        photoIds,
        lowerQuoteInMinorUnits,
        isListedConfirmed: false,
      };
      ({ device } = inspect(device, inspection, 'clean', photoIds, grades, String, tick()));
    }
    if (price) device = agreePrice(device, price, tick().now) ?? device;
    if (steps.includes('customer')) {
      const rejected = { status: 'rejected', version: request.version + 1 } as const;
      device = followRequest(device, rejected, tick().now) ?? device;
    }
    for (const place of steps) {
      const step = { version: device.version, place, note: place === 'customer' ? parcelNote : note };
      ({ device, events } = move(device, step, tick()));
    }
    if (part) ({ device } = addPart(device, { version: device.version, ...part }, tick()));
    if (salePrice) {
      const sale = { version: device.version, productId, price: salePrice };
      ({ device, events } = putOnSale(device, sale, product, publicLinksOf(key, device), 'unknown', tick()));
    }
    if (isReturned) device = returnByBuyer(markSold(device, request.sellRequestId, tick().now), tick().now);
    if (isSold) listed.push(...events.map(({ data }) => data));
    await devices.save(undefined, device, { events: isReturned || isSold ? [] : events });
  }
  return { written: phones.length, listed };
}
