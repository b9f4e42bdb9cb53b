import { checklistSchema, deviceListed, devicePlaces, moneySchema, type Policy } from '@kinmel/contracts';
import type { PersonalPhotos } from '@kinmel/pictures';
import { continueTrace, createMemoryBus, type Logger } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { z } from 'zod';
import { createDeviceContext } from '../context.ts';
import { addDevicePart, changeDevice, inspectDevice, moveDevice } from '../devices/change-device.ts';
import { agreed, type Device, declined } from '../devices/device.rules.ts';
import { receiveDevice } from '../devices/receive-device.ts';
import { broughtBack, sold } from '../sales/sale.rules.ts';
import { sellDevice } from '../sales/sell-device.ts';
import type { SamplePhone } from './read-sample-phones.ts';
import samples from './sample-devices.json' with { type: 'json' };

export interface SampleDevices {
  readonly connection: mongoose.Connection;
  readonly logger: Logger;
  readonly phones: readonly SamplePhone[];
  readonly deviceKey: string;
}

const samplesSchema = z.array(
  z.strictObject({
    imei: z.string(),
    checklist: checklistSchema.optional(),
    steps: z.array(z.enum(devicePlaces)).default([]),
    part: z.strictObject({ name: z.string(), minutes: z.int(), cost: moneySchema }).optional(),
    /** For which it is sold. */
    price: moneySchema.optional(),
    /** Its buyer brought it back. */
    isReturned: z.boolean().default(false),
  }),
);

/** The product "iPhone 12 Pro" of the sample data, which has no pieces of another kind. */
const productId = 'f2dc9c95a8980e9e0266b8a5';
const hourMs = 60 * 60_000;
/** As in the first policy of order. */
const grades: Policy['tradeIn']['grades'] = [
  { grade: 'A', minBatteryHealthPercent: 90, maxWear: 'none' },
  { grade: 'B', minBatteryHealthPercent: 80, maxWear: 'light' },
  { grade: 'C', minBatteryHealthPercent: 1, maxWear: 'visible' },
];
const away = () => Promise.reject(new Error('Sample data are written without other services.'));

/**
 * Writes the devices of the sample phones by the real use cases with the clock set back. Service-request knows what was
 * received and inspected, so that only devices for sale have an event. Does nothing when there are devices.
 * @returns the number of devices
 */
export async function writeSampleDevices({ phones, ...options }: SampleDevices): Promise<number> {
  let time = Date.now();
  const made = createDeviceContext({
    ...options,
    bus: createMemoryBus(),
    instanceId: 'seed',
    photos: {} as PersonalPhotos,
    readPolicy: async () => ({ tradeIn: { grades } as Policy['tradeIn'], rates: [] }),
    readSellRequest: away,
    shop: {
      readProduct: async () => ({ category: 'premiumsmartphones', inStock: false }),
      withdraw: away,
      estimate: away,
    },
    askBlocklist: away,
    isAdminBrowser: async () => false,
    now: () => new Date(time),
  });
  const { total } = await made.devices.list({ place: undefined, search: '', page: 1, limit: 1 });
  if (total > 0) return 0;

  const caller = { staff: undefined, traceparent: continueTrace(undefined) };
  const byImei = new Map(samplesSchema.parse(samples).map((sample) => [sample.imei, sample]));
  for (const { imei, deviceId, request, receivedAt, lowerQuote, price, isDeclined } of phones) {
    const { checklist, steps = [], part, price: salePrice, isReturned = false } = byImei.get(imei) ?? {};
    const told = isReturned ? undefined : deviceListed.type;
    const context: typeof made = {
      ...made,
      newId: () => deviceId,
      readSellRequest: async () => request,
      devices: {
        ...made.devices,
        save: (before, after, { events = [], ...change }) =>
          made.devices.save(before, after, { ...change, events: events.filter(({ type }) => type === told) }),
      },
    };
    const decide = (after: (device: Device, now: Date) => Device | undefined) =>
      changeDevice(context, deviceId, caller, (device, { now }) => ({
        device: after(device, now) ?? device,
        events: [],
      }));
    time = receivedAt.getTime();
    const identifiers = [{ kind: 'imei', value: imei } as const];
    let device = await receiveDevice(context, { sellRequestId: request.sellRequestId, identifiers }, caller);
    time += hourMs / 10;
    if (checklist)
      device = await inspectDevice(
        context,
        deviceId,
        {
          version: device.version,
          checklist,
          photoIds: [],
          note: lowerQuote?.note ?? '',
          lowerQuoteInMinorUnits: lowerQuote?.priceInMinorUnits,
        },
        caller,
      );
    time += hourMs / 10;
    if (price) device = await decide((one, now) => agreed(one, price, now));
    if (isDeclined) device = await decide(declined);
    for (const place of steps)
      device = await moveDevice(context, deviceId, { version: device.version, place, note: '' }, caller);
    if (part) await addDevicePart(context, deviceId, { version: device.version, ...part }, caller);
    if (salePrice)
      await sellDevice(context, deviceId, { version: device.version, productId, price: salePrice }, caller);
    if (!isReturned) continue;
    time += 24 * hourMs;
    await decide((one, now) => sold(one, context.newId(), now));
    time += 72 * hourMs;
    await decide(broughtBack);
  }
  return phones.length;
}
