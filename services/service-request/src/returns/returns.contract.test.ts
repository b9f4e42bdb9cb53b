import { instant, type ServiceCallContract, serviceCalls } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { anOrderToReturn, orderToReturnId, phoneKey } from '../testing/request-samples.ts';
import { claimGoods, orderFrom } from './claim-return.ts';
import { pricedReturn } from './return.rules.ts';

const { boolean, eachLike, integer, nullValue, number, regex, string } = MatchersV3;

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const returnId = '00000000000000000000a1b3';

const callOrder = <Result>(
  call: ServiceCallContract,
  work: (order: ReturnType<typeof orderFrom>) => Promise<Result>,
) => serviceCalls('service-request', 'order')(call, (client) => work(orderFrom(client)));

it('order returns which pieces of an order can be returned, and for how much', async () => {
  const orderToReturn = await callOrder(
    {
      given: `the order ${orderToReturnId} is delivered and paid`,
      name: 'an order to be returned',
      request: ['GET', `/internal/orders/${orderToReturnId}/to-return`],
      answer: {
        data: {
          orderId: orderToReturnId,
          orderNumber: string('KM-7H2K-94QX'),
          userId: string('6600000000000000000000c1'),
          customer: {
            name: string('Dipa Lama'),
            email: string('dipa@example.com'),
            phone: string('9823456789'),
          },
          lines: eachLike({
            key: regex(/^[0-9a-f]{24}(\/[0-9a-f]{24})?$/, phoneKey),
            productId: regex(/^[0-9a-f]{24}$/, phoneKey),
            isProduct: boolean(true),
            name: string('Galaxy S26'),
            details: string('256 GB, Silver'),
            image: string('/uploads/c0ffee00c0ffee00/640.webp'),
            quantity: integer(2),
            unitPriceInMinorUnits: integer(100_000),
          }),
          policy: {
            feeInMinorUnits: integer(1_500),
            freeAboveInMinorUnits: integer(100_000),
            taxPercent: number(10),
          },
          isShippingRefunded: boolean(true),
          returned: {},
          left: { paymentInMinorUnits: integer(231_000), creditInMinorUnits: integer(0) },
          paymentMethod: string('card'),
          returnUntil: instant('2026-12-20T06:00:00.000Z'),
          problem: nullValue(),
        },
      },
    },
    (order) => order.read(orderToReturnId, traceparent),
  );
  const [phone] = anOrderToReturn().lines;
  expect(orderToReturn).toEqual(anOrderToReturn({ lines: phone ? [phone] : [] }));
  const { refund } = pricedReturn(orderToReturn, [{ key: phoneKey, quantity: 1 }]);
  expect(refund.amountInMinorUnits).toBe(108_500);
});

describe('the goods of a return', () => {
  const [line] = anOrderToReturn().lines;
  const lines = line ? [{ ...line, key: 'a'.repeat(24), quantity: 1, isRestocked: null }] : [];
  const returnRequest = { id: returnId, orderId: orderToReturnId, lines };
  const body = { lines: [{ key: 'a'.repeat(24), quantity: 1 }], reference: '00A1B3', version: 0 };
  const path = `/internal/orders/${orderToReturnId}/returns/${returnId}`;
  const claim = (order: ReturnType<typeof orderFrom>) => claimGoods(order, returnRequest, 0, traceparent);

  it('are claimed at order (SR-R3)', () =>
    callOrder(
      {
        given: `the order ${orderToReturnId} is delivered and paid`,
        name: 'goods of a return',
        request: ['PUT', path, { body }],
      },
      claim,
    ));

  it('are refused with a message while another return has them (SR-R3)', () =>
    expect(
      callOrder(
        {
          given: `the order ${orderToReturnId} has an open return`,
          name: 'goods of a second return',
          request: ['PUT', path, { body }],
          refusal: [409, 'conflict'],
        },
        claim,
      ),
    ).rejects.toMatchObject({ code: 'conflict' }));
});

describe('the phone of an order that the shop buys back (SR-S16)', () => {
  const receiptId = 'fa'.repeat(12);
  const path = `/internal/orders/${orderToReturnId}/buy-backs/${receiptId}`;
  const given = `the phones of the order ${orderToReturnId} can be returned no more`;
  const body = { deviceId: 'a'.repeat(24), reference: '0000D1', version: 4 };

  it('is claimed at order', () =>
    callOrder(
      { given, name: 'a claim of a phone that is bought back', request: ['PUT', path, { body }] },
      (order) => order.claimBuyBack(orderToReturnId, receiptId, body, traceparent),
    ));

  it('is released when it never arrived', () =>
    callOrder(
      { given, name: 'the end of a claim of a phone that never came', request: ['DELETE', path] },
      (order) => order.endBuyBack(orderToReturnId, receiptId),
    ));
});

it('order changes where the payout of a settled sell request goes (SR-S17)', () => {
  const id = '6e0000000000000000000001';
  const body = { method: 'esewa', account: '9801234567', requestVersion: 6 } as const;
  return callOrder(
    {
      given: `the payout ${id} is due, and a photo of its receipt is stored`,
      name: 'another way of a payout',
      request: ['PUT', `/internal/payouts/${id}/way`, { body }],
    },
    (order) => order.redirectPayout(id, body, traceparent),
  );
});
