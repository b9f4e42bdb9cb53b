import { contractBetween, sendTo } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { answeredAsJson, asStaff } from '../../testing/staff-contract.ts';
import { chartsApi } from './charts-api.ts';

const { eachLike, integer, number, regex } = MatchersV3;

const figures = { orders: integer(1), cancelled: integer(0), revenue: number(1080) };

it('the charts ask order for the figures of each day, and for those over all that the stat cards show (SIL-56)', () =>
  contractBetween('mfe-admin', 'order')
    .addInteraction()
    .given('the order 00000000000000000000a0d1 of the customer is pending')
    .uponReceiving('the figures of seven days')
    .withRequest('GET', '/api/admin/services/order/daily-figures', (request) =>
      request.headers(asStaff).query({ days: '7' }),
    )
    .willRespondWith(200, (answer) =>
      answer.headers(answeredAsJson).jsonBody({
        success: true,
        data: {
          days: eachLike({ day: regex(/^\d{4}-\d\d-\d\d$/, '2026-11-20'), ...figures }, 7),
          all: figures,
        },
      }),
    )
    .executeTest(async ({ url }) => {
      const { data } = await sendTo(url, 'staff').dispatch(chartsApi.endpoints.getDailyFigures.initiate(7));
      const read = { orders: 1, cancelled: 0, revenue: 1080 };
      expect(data).toEqual({ days: Array(7).fill({ day: '2026-11-20', ...read }), all: read });
    }));
