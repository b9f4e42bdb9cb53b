import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { aPolicy } from '@kinmel/testing/samples';
import { MatchersV3 } from '@pact-foundation/pact';
import type { Device } from '../devices/device.rules.ts';
import { ordersSubscriptions } from './orders.subscriptions.ts';

const { boolean, eachLike, integer, like, nullValue, regex, string } = MatchersV3;

const order = contractBetween('device', 'order');
const requests = contractBetween('device', 'service-request');

const orderId = '00000000000000000000a0d1';
const deviceId = '25ee728f50f0dfc3eee9b45d';
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);

/** Handles a message as the service does, and returns the only device. */
async function receive(content: unknown, fields: Partial<Device>): Promise<Device> {
  let device = { id: deviceId, history: [], version: 1, ...fields } as unknown as Device;
  const parts = {
    now: () => new Date('2026-11-23T06:00:00Z'),
    policyInForce: async () => aPolicy(),
    devices: {
      findMany: async (ids: readonly string[]) => [device].filter((one) => ids.includes(one.id)),
      ofOrder: async (wanted: string) => [device].filter((one) => one.orderId === wanted),
      async save(_before: Device, after: Device) {
        device = after;
        return true;
      },
    },
    orders: { note: async () => ({ returned: [] }) },
  };
  // The handlers use only these parts of the context.
  type Context = Parameters<typeof ordersSubscriptions>[0];
  await handleMessage(ordersSubscriptions(parts as unknown as Context), content);
  return device;
}

const reference = {
  orderId: id(orderId),
  orderNumber: string('KM-7H2K-94QX'),
  userId: string('6600000000000000000000c1'),
  customer: { name: string('Asha Rai'), email: string('asha.rai@kinmel.example') },
};
const forSale = { place: 'for-sale', orderId: null } as const;
const sold = { place: 'sold', orderId } as const;

const ofOrder = [
  {
    type: 'order.placed',
    what: 'names the devices that are sold (D14)',
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
    after: sold,
  },
  {
    type: 'order.cancelled',
    what: 'names the order whose devices are for sale again (D14)',
    data: {
      reason: regex(/^(customer|admin|not-paid-in-time)$/, 'customer'),
      note: string(''),
      money: regex(/^(none|goes-back|by-hand|already-back)$/, 'none'),
    },
    before: sold,
    after: forSale,
  },
  {
    type: 'order.status-changed',
    description: 'order.status-changed to delivered',
    what: 'starts the warranty with the delivery (D15)',
    data: {
      from: regex(/^(pending|confirmed|processing|shipped)$/, 'shipped'),
      to: 'delivered',
      note: string(''),
    },
    before: sold,
    after: { ...sold, warrantyUntil: new Date('2027-05-22T06:00:00Z') },
  },
] as const;

describe("device needs of order's events", () => {
  it.each(ofOrder)('$type $what', ({ data, before, after, ...event }) =>
    expectEvent(order, {
      ...event,
      aggregateId: id(orderId),
      aggregateVersion: 2,
      data: { ...reference, ...data },
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content, before)).toMatchObject(after);
    }),
  );
});

it('return.settled of service-request names the devices that came back (D16)', () =>
  expectEvent(requests, {
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
    expect(await receive(contents.content, sold)).toMatchObject({ place: 'returned', orderId: null });
  }));
