import { z } from 'zod';
import { deviceGrades } from '../browser/device-grades.ts';
import { deviceForSaleSchema } from '../catalog/product.ts';
import { eventsOwnedBy } from '../event.ts';
import {
  minorUnitsSchema,
  objectIdSchema,
  requestCurrencySchema,
  shopCurrencySchema,
} from '../primitives.ts';

const defineEvent = eventsOwnedBy('device');

const deviceReference = z.object({ deviceId: objectIdSchema, sellRequestId: objectIdSchema });

export const deviceReceived = defineEvent(
  'device.received',
  'The phone of a sell request came to the shop.',
  deviceReference,
);

export const deviceInspected = defineEvent(
  'device.inspected',
  'A received phone was inspected: it is as quoted, or staff quote a lower price.',
  deviceReference.extend({
    grade: z.enum(deviceGrades).nullable(),
    /** Null when the phone is as quoted. */
    lowerQuote: z
      .object({
        priceInMinorUnits: minorUnitsSchema,
        currency: requestCurrencySchema,
        note: z.string(),
        /** Public addresses of the photos. */
        photos: z.array(z.string()),
      })
      .nullable(),
  }),
);

export const deviceSentBack = defineEvent(
  'device.sent-back',
  'A phone that the shop does not buy left it: in a parcel, or over the desk.',
  deviceReference.extend({
    /** The tracking number of the parcel, or that the phone was handed over at the desk. */
    note: z.string(),
    /** The order with which its owner had bought it from the shop, if any. */
    orderId: objectIdSchema.optional(),
  }),
);

export const deviceListed = defineEvent(
  'device.listed',
  'A device is for sale: a piece of its product, under a product id that is its own id.',
  z.object({
    deviceId: objectIdSchema,
    /** For example "128 GB". */
    storage: z.string(),
    /** For example "Graphite". */
    color: z.string(),
    priceInMinorUnits: minorUnitsSchema,
    currency: shopCurrencySchema,
    forSale: deviceForSaleSchema,
  }),
);
