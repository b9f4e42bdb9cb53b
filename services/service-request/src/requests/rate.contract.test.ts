import { createServiceClient } from '@kinmel/service-kit';
import { contractBetween, instant } from '@kinmel/testing/contracts';
import { aPolicy } from '@kinmel/testing/samples';
import { MatchersV3 } from '@pact-foundation/pact';
import { rateFrom } from './rate-in-force.ts';

const { eachLike, integer, like, regex } = MatchersV3;

const pact = contractBetween('service-request', 'order');

it('order tells the rate of the dollar with its policy (SR-S8)', () =>
  pact
    .addInteraction()
    .given('one USD is NPR 135.00')
    .uponReceiving('the policy, for the rate of the dollar')
    .withRequest('GET', '/api/policy')
    .willRespondWith(200, (answer) =>
      answer
        .headers({ 'Content-Type': regex('^application/json.*', 'application/json; charset=utf-8') })
        .jsonBody({
          success: true,
          data: {
            tradeIn: like(aPolicy().tradeIn),
            rates: eachLike({
              currency: 'USD',
              number: integer(1),
              shopMinorUnits: integer(13_500),
              from: instant('2026-11-25T06:00:00.000Z'),
            }),
          },
        }),
    )
    .executeTest(async ({ url }) => {
      const order = createServiceClient({ service: 'order', baseUrl: url, deadlineMs: 20_000 });
      try {
        expect(await rateFrom(order)()).toMatchObject({ currency: 'USD', number: 1, shopMinorUnits: 13_500 });
      } finally {
        order.close();
      }
    }));
