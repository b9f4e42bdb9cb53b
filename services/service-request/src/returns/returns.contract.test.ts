import { createServiceClient } from '@kinmel/service-kit';
import { contractBetween, instant } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { anOrderToReturn, orderToReturnId, phoneKey } from '../testing/request-samples.ts';
import { pricedReturn } from './return.rules.ts';
import { ordersFrom } from './returns.routes.ts';

const { boolean, eachLike, integer, nullValue, number, regex, string } = MatchersV3;

const pact = contractBetween('service-request', 'order');

it('order tells what of an order can be returned, and for how much', () =>
  pact
    .addInteraction()
    .given(`the order ${orderToReturnId} is delivered and paid`)
    .uponReceiving('an order to be returned')
    .withRequest('GET', `/internal/orders/${orderToReturnId}/to-return`, (ask) =>
      ask.headers({ 'X-Kinmel-Service-Token': 'a-token-of-the-services' }),
    )
    .willRespondWith(200, (answer) =>
      answer
        .headers({ 'Content-Type': regex('^application/json.*', 'application/json; charset=utf-8') })
        .jsonBody({
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
            left: { paymentInMinorUnits: integer(231_000), creditInMinorUnits: integer(0) },
            paymentMethod: string('card'),
            returnUntil: instant('2026-12-20T06:00:00.000Z'),
            problem: nullValue(),
          },
        }),
    )
    .executeTest(async ({ url }) => {
      const order = createServiceClient({
        service: 'order',
        baseUrl: url,
        serviceToken: 'a-token-of-the-services',
        deadlineMs: 20_000,
      });
      try {
        const answered = await ordersFrom(order)(
          orderToReturnId,
          `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
        );
        const [phone] = anOrderToReturn().lines;
        const read = anOrderToReturn({ lines: phone ? [phone] : [] });
        expect(answered).toEqual(read);
        expect(pricedReturn(answered, [], [{ key: phoneKey, quantity: 1 }]).refund.amountInMinorUnits).toBe(
          108_500,
        );
      } finally {
        order.close();
      }
    }));
