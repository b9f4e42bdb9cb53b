import { createServiceClient } from '@kinmel/service-kit';
import { contractBetween, instant } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { anOrderToReturn, orderToReturnId, phoneKey } from '../testing/request-samples.ts';
import { claimGoods, type OrderClient, orderFrom } from './claim-return.ts';
import { pricedReturn } from './return.rules.ts';

const { boolean, eachLike, integer, nullValue, number, regex, string } = MatchersV3;

const pact = contractBetween('service-request', 'order');
const json = regex('^application/json.*', 'application/json; charset=utf-8');
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const returnId = '00000000000000000000a1b3';

/** Runs the calls of returns against the mock server. */
async function by<T>(url: string, work: (order: OrderClient) => Promise<T>): Promise<T> {
  const client = createServiceClient({
    service: 'order',
    baseUrl: url,
    serviceToken: 'a-token-of-the-services',
    deadlineMs: 20_000,
  });
  try {
    return await work(orderFrom(client));
  } finally {
    client.close();
  }
}

it('order tells what of an order can be returned, and for how much', () =>
  pact
    .addInteraction()
    .given(`the order ${orderToReturnId} is delivered and paid`)
    .uponReceiving('an order to be returned')
    .withRequest('GET', `/internal/orders/${orderToReturnId}/to-return`, (ask) =>
      ask.headers({ 'X-Kinmel-Service-Token': 'a-token-of-the-services' }),
    )
    .willRespondWith(200, (answer) =>
      answer.headers({ 'Content-Type': json }).jsonBody({
        success: true,
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
      }),
    )
    .executeTest(({ url }) =>
      by(url, async (order) => {
        const answered = await order.read(orderToReturnId, traceparent);
        const [phone] = anOrderToReturn().lines;
        expect(answered).toEqual(anOrderToReturn({ lines: phone ? [phone] : [] }));
        expect(pricedReturn(answered, [{ key: phoneKey, quantity: 1 }]).refund.amountInMinorUnits).toBe(
          108_500,
        );
      }),
    ));

describe('the goods of a return', () => {
  const [line] = anOrderToReturn().lines;
  const lines = line ? [{ ...line, key: 'a'.repeat(24), quantity: 1, isRestocked: null }] : [];
  const returned = { id: returnId, orderId: orderToReturnId, lines };
  const claiming = (state: string, description: string) =>
    pact
      .addInteraction()
      .given(state)
      .uponReceiving(description)
      .withRequest('PUT', `/internal/orders/${orderToReturnId}/returns/${returnId}`, (ask) =>
        ask
          .headers({
            'X-Kinmel-Service-Token': 'a-token-of-the-services',
            'Content-Type': 'application/json',
          })
          .jsonBody({ lines: [{ key: 'a'.repeat(24), quantity: 1 }], reference: '00A1B3', version: 0 }),
      );

  it('are claimed at order (SR-R3)', () =>
    claiming(`the order ${orderToReturnId} is delivered and paid`, 'goods of a return')
      .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': json }).jsonBody({ success: true }))
      .executeTest(({ url }) => by(url, (order) => claimGoods(order, returned, 0, traceparent))));

  it('are refused in words while another return has them (SR-R3)', () =>
    claiming(`the order ${orderToReturnId} has an open return`, 'goods of a second return')
      .willRespondWith(409, (answer) =>
        answer.headers({ 'Content-Type': json }).jsonBody({
          success: false,
          message: string('There is a return of this order already.'),
          error: string('There is a return of this order already.'),
          code: 'conflict',
        }),
      )
      .executeTest(({ url }) =>
        expect(by(url, (order) => claimGoods(order, returned, 0, traceparent))).rejects.toMatchObject({
          code: 'conflict',
        }),
      ));
});

describe('the phone of an order that the shop buys back (SR-S16)', () => {
  const path = `/internal/orders/${orderToReturnId}/buy-backs/${'fa'.repeat(12)}`;
  const token = { 'X-Kinmel-Service-Token': 'a-token-of-the-services' };
  const claim = { deviceId: 'a'.repeat(24), reference: '0000D1', version: 4 };

  it('is claimed at order', () =>
    pact
      .addInteraction()
      .given(`the phones of the order ${orderToReturnId} can be returned no more`)
      .uponReceiving('a claim of a phone that is bought back')
      .withRequest('PUT', path, (ask) =>
        ask.headers({ ...token, 'Content-Type': 'application/json' }).jsonBody(claim),
      )
      .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': json }).jsonBody({ success: true }))
      .executeTest(({ url }) =>
        by(url, (order) => order.claimBuyBack(orderToReturnId, 'fa'.repeat(12), claim, traceparent)),
      ));

  it('is released when it never came', () =>
    pact
      .addInteraction()
      .given(`the phones of the order ${orderToReturnId} can be returned no more`)
      .uponReceiving('the end of a claim of a phone that never came')
      .withRequest('DELETE', path, (ask) => ask.headers(token))
      .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': json }).jsonBody({ success: true }))
      .executeTest(({ url }) => by(url, (order) => order.endBuyBack(orderToReturnId, 'fa'.repeat(12)))));
});

it('order changes where the payout of a settled sell request goes (SR-S17)', () => {
  const id = '6e0000000000000000000001';
  const way = { method: 'esewa', account: '9801234567', requestVersion: 6 } as const;
  return pact
    .addInteraction()
    .given(`the payout ${id} is due, and a photo of its receipt is stored`)
    .uponReceiving('another way of a payout')
    .withRequest('PUT', `/internal/payouts/${id}/way`, (ask) =>
      ask
        .headers({ 'X-Kinmel-Service-Token': 'a-token-of-the-services', 'Content-Type': 'application/json' })
        .jsonBody(way),
    )
    .willRespondWith(200, (answer) => answer.headers({ 'Content-Type': json }).jsonBody({ success: true }))
    .executeTest(({ url }) => by(url, (order) => order.redirectPayout(id, way, traceparent)));
});
