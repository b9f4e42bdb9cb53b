import { pick } from '@kinmel/service-kit';
import { contractBetween, expectEvent, handleMessage, serviceCalls } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { Order } from '../orders/order.ts';
import { anOrder } from '../testing/order-builder.ts';
import { askServiceRequest, type ReturnsContext } from './claim-return.ts';
import { returnsSubscriptions } from './returns.subscriptions.ts';

const { boolean, eachLike, integer, regex, string } = MatchersV3;

const requests = contractBetween('order', 'service-request');
const devices = contractBetween('order', 'device');

const userId = '6600000000000000000000c1';
const returnId = '00000000000000000000a1b2';
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const { id: orderId, lines } = anOrder();
const [{ productId } = { productId: '' }] = lines;
const aReturn = {
  requestId: id(returnId),
  userId: id(userId),
  reference: string('R-7H2K94QX'),
  subject: string('1 × Galaxy S26, 256 GB, Silver'),
  customer: { name: string('Sita Sharma'), email: string('sita@example.com') },
  sealedTrackingToken: string('sealed'),
  orderId: id(orderId),
  orderNumber: string('KM-7H2K-94QX'),
  refund: { amountInMinorUnits: integer(54_000), currency: 'NPR' },
};

/** Handles a message as the running service does, and returns the order. */
async function receive(content: unknown): Promise<Order> {
  const claim = {
    id: returnId,
    reference: 'R-7H2K94QX',
    lines: [{ key: productId, quantity: 1 }],
    version: 0,
  };
  let order = anOrder({
    userId,
    orderStatus: 'delivered',
    paymentStatus: 'paid',
    documents: ['invoice'],
    openReturns: [{ ...claim, since: new Date(), askAt: null }],
    buyBacks: [{ ...pick(claim, 'id', 'reference', 'lines'), deviceId: productId, version: 1 }],
  });
  const now = () => new Date('2026-11-21T10:00:00.000Z');
  const parts = {
    now,
    followUps: [],
    sendEvents: () => undefined,
    orders: {
      find: async () => order,
      save: async (_before: Order, after: Order) => {
        order = after;
        return true;
      },
    },
  };
  // The handlers use only these parts of the context.
  await handleMessage(returnsSubscriptions(parts as unknown as ReturnsContext), content);
  return order;
}

it('return.settled has the order, its returned lines, the refund and where it goes', async () => {
  await expectEvent(requests, {
    type: 'return.settled',
    aggregateId: id(returnId),
    aggregateVersion: 4,
    data: {
      ...aReturn,
      lines: eachLike({
        key: regex(/^[0-9a-f]{24}(\/[0-9a-f]{24})?$/, productId),
        productId: id(productId),
        isProduct: boolean(true),
        quantity: integer(1),
        isRestocked: boolean(true),
      }),
      refundTo: regex(/^(payment|credit)$/, 'payment'),
      note: string('As described.'),
    },
  }).executeTest(async ({ contents }) => {
    expect(await receive(contents.content)).toMatchObject({
      openReturns: [],
      returns: [
        { reference: 'R-7H2K94QX', amountInMinorUnits: 54_000, lines: [{ key: productId, quantity: 1 }] },
      ],
    });
  });
});

it('return.status-changed says that a return is closed (ORD-R8)', async () => {
  await expectEvent(requests, {
    type: 'return.status-changed',
    aggregateId: id(returnId),
    aggregateVersion: 2,
    data: {
      ...aReturn,
      from: regex(/^[a-z-]+$/, 'pending'),
      to: 'rejected',
      note: string('Its seal is broken.'),
      by: regex(/^(customer|admin|shop)$/, 'admin'),
    },
  }).executeTest(async ({ contents }) => {
    expect(await receive(contents.content)).toMatchObject({ openReturns: [] });
  });
});

it('device.sent-back names the order that had sold the phone (ORD-R10)', async () => {
  await expectEvent(devices, {
    type: 'device.sent-back',
    aggregateId: id(productId),
    aggregateVersion: 4,
    data: {
      deviceId: id(productId),
      sellRequestId: id('c'.repeat(24)),
      note: string('Parcel 12'),
      orderId: id(orderId),
    },
  }).executeTest(async ({ contents }) => {
    expect(await receive(contents.content)).toMatchObject({ buyBacks: [] });
  });
});

it.each([
  ['open', `the return ${returnId} is pending`],
  ['abandoned', 'nothing was asked for yet'],
])('service-request answers that a return is %s (ORD-R8)', (state, given) =>
  expect(
    serviceCalls('order', 'service-request')(
      {
        given,
        name: `whether a claimed return is ${state}`,
        request: ['POST', `/internal/returns/${returnId}/settle`],
        answer: { state },
      },
      (client) => askServiceRequest(client)(returnId),
    ),
  ).resolves.toBe(state),
);
