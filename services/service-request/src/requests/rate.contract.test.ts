import { instant, serviceCalls } from '@kinmel/testing/contracts';
import { aPolicy } from '@kinmel/testing/samples';
import { MatchersV3 } from '@pact-foundation/pact';
import { rateReader } from './rate-in-force.ts';

const { eachLike, integer, like } = MatchersV3;

it('order returns the rate of the dollar with its policy (SR-S8)', async () => {
  const rates = eachLike({
    currency: 'USD',
    number: integer(1),
    shopMinorUnits: integer(13_500),
    from: instant('2026-11-25T06:00:00.000Z'),
  });
  const rate = await serviceCalls('service-request', 'order')(
    {
      given: 'one USD is NPR 135.00',
      name: 'the policy, for the rate of the dollar',
      request: ['GET', '/api/policy'],
      answer: { data: { tradeIn: like(aPolicy().tradeIn), rates } },
    },
    (order) => rateReader(order)(),
  );
  expect(rate).toMatchObject({ currency: 'USD', number: 1, shopMinorUnits: 13_500 });
});
