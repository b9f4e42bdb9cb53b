import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { aPolicy } from '@kinmel/testing/samples';
import { MatchersV3 } from '@pact-foundation/pact';
import type { Device } from '../devices/device.rules.ts';
import { createDeviceKey } from '../identifiers/device-key.ts';
import { aChecklist } from '../testing/device-samples.ts';
import type { KnownOrder } from './orders.store.ts';
import { ordersSubscriptions } from './orders.subscriptions.ts';

const { boolean, eachLike, integer, like, nullValue, regex, string } = MatchersV3;

const orderPact = contractBetween('device', 'order');
const requestsPact = contractBetween('device', 'service-request');

const orderId = '00000000000000000000a0d1';
const deviceId = '25ee728f50f0dfc3eee9b45d';
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);

/** Handles a message as the service does, and returns the only device. */
async function receive(content: unknown, fields: Partial<Device>): Promise<Device> {
  const phone = { storage: '128', color: 'black', photoIds: [], warrantyUntil: null };
  let device = { id: deviceId, history: [], version: 1, ...phone, ...fields } as unknown as Device;
  const context = {
    now: () => new Date('2026-11-23T06:00:00Z'),
    policyInForce: async () => aPolicy(),
    devices: {
      findMany: async (ids: readonly string[]) => [device].filter((one) => ids.includes(one.id)),
      ofOrder: async (wantedOrderId: string) => [device].filter((one) => one.orderId === wantedOrderId),
      async save(_before: Device, after: Device) {
        device = after;
        return true;
      },
    },
    key: createDeviceKey(Buffer.alloc(32, 7).toString('base64')),
    orders: {
      find: async () => null,
      note: async (_orderId: string, changes: Partial<KnownOrder>) => ({ returned: [], ...changes }),
    },
  };
  // The handlers use only these parts of the context.
  type Context = Parameters<typeof ordersSubscriptions>[0];
  await handleMessage(ordersSubscriptions(context as unknown as Context), content);
  return device;
}

const reference = {
  orderId: id(orderId),
  orderNumber: string('KM-7H2K-94QX'),
  userId: string('6600000000000000000000c1'),
  customer: { name: string('Asha Rai'), email: string('asha.rai@kinmel.example') },
};
const forSale = { place: 'for-sale', orderId: null } as const;
const soldDevice = {
  place: 'sold',
  orderId,
  sale: { productId: '65a000000000000000000001', price: { amountInMinorUnits: 6_000_000, currency: 'NPR' } },
  inspection: { at: new Date('2026-11-22T06:00:00Z'), checklist: aChecklist, grade: 'B', note: '' },
} as const;

const orderEvents = [
  {
    type: 'order.placed',
    what: 'names the devices that are sold (DEV-D14)',
    data: {
      lines: eachLike({
        productId: id(deviceId),
        isProduct: boolean(true),
        offerId: nullValue(),
        name: string('iPhone 13'),
        details: string('128 GB, Black'),
        quantity: integer(1),
        priceInMinorUnits: integer(6_000_000),
        lineTotalInMinorUnits: integer(6_000_000),
      }),
      offerIds: like([]),
      promoCode: nullValue(),
      subtotalInMinorUnits: integer(6_000_000),
      shippingInMinorUnits: integer(0),
      taxInMinorUnits: integer(480_000),
      taxLabel: string('Tax (8%)'),
      totalInMinorUnits: integer(6_480_000),
      paymentMethod: regex(/^(cash_on_delivery|card)$/, 'cash_on_delivery'),
      deliverTo: string('Jhamsikhel 12, Lalitpur 44700'),
    },
    before: forSale,
    after: { place: 'sold', orderId },
  },
  {
    type: 'order.cancelled',
    what: 'names the order whose devices are for sale again (DEV-D14)',
    data: {
      reason: regex(/^(customer|admin|not-paid-in-time)$/, 'customer'),
      note: string(''),
      money: regex(/^(none|goes-back|by-hand|already-back)$/, 'none'),
    },
    before: soldDevice,
    after: forSale,
  },
  {
    type: 'order.cancelled',
    description: 'order.cancelled of goods that had left the shop',
    what: 'says that its devices have to come back first (DEV-D22)',
    data: {
      reason: regex(/^(customer|admin|not-paid-in-time)$/, 'admin'),
      note: string('The parcel came back.'),
      money: regex(/^(none|goes-back|by-hand|already-back)$/, 'none'),
      hasLeftShop: true,
    },
    before: soldDevice,
    after: { place: 'awaited', orderId },
  },
  {
    type: 'order.status-changed',
    description: 'order.status-changed to delivered',
    what: 'starts the warranty with the delivery (DEV-D15)',
    data: {
      from: regex(/^(pending|confirmed|processing|shipped)$/, 'shipped'),
      to: 'delivered',
      note: string(''),
    },
    before: soldDevice,
    after: { place: 'sold', orderId, warrantyUntil: new Date('2027-05-22T06:00:00Z') },
  },
] as const;

describe("device needs of order's events", () => {
  it.each(orderEvents)('$type $what', ({ data, before, after, ...event }) =>
    expectEvent(orderPact, {
      ...event,
      aggregateId: id(orderId),
      aggregateVersion: 2,
      data: { ...reference, ...data },
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content, before)).toMatchObject(after);
    }),
  );
});

it('return.settled of service-request names the devices that came back (DEV-D16)', () =>
  expectEvent(requestsPact, {
    type: 'return.settled',
    aggregateId: id('00000000000000000000a1b2'),
    aggregateVersion: 4,
    data: {
      ...reference,
      requestId: id('00000000000000000000a1b2'),
      reference: string('R-7H2K94QX'),
      subject: string('iPhone 13, 128 GB, Black'),
      sealedTrackingToken: string('sealed'),
      lines: eachLike({
        key: regex(/^[0-9a-f]{24}(\/[0-9a-f]{24})?$/, deviceId),
        productId: id(deviceId),
        isProduct: boolean(true),
        quantity: integer(1),
        isRestocked: boolean(true),
      }),
      refund: { amountInMinorUnits: integer(54_000), currency: 'NPR' },
      refundTo: regex(/^(payment|credit)$/, 'payment'),
      note: string('As described.'),
    },
  }).executeTest(async ({ contents }) => {
    expect(await receive(contents.content, soldDevice)).toMatchObject({ place: 'returned', orderId: null });
  }));

it('device.listing-refused of catalog takes a device off sale (DEV-D13)', () =>
  expectEvent(contractBetween('device', 'catalog'), {
    type: 'device.listing-refused',
    aggregateId: id(deviceId),
    aggregateVersion: 4,
    data: {
      deviceId: id(deviceId),
      ofProductId: id('65a000000000000000000001'),
      reason: regex(/^(no-product|other-pieces)$/, 'no-product'),
    },
  }).executeTest(async ({ contents }) => {
    const listed = { ...forSale, listedVersion: 4 } as const;
    expect(await receive(contents.content, listed)).toMatchObject({ place: 'inspected', sale: null });
  }));
