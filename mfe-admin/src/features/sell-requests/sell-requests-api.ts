import type { SellRequestAnswer } from '@kinmel/contracts';
import { injectEndpoints, reading, requestAddress } from '@kinmel/web-kit';
import type { ListPage } from '../../lists/list-declaration.ts';
import { readSellRequest, readSellRequests } from '../../requests/request-answers.rules.ts';
import { requestAddressOf } from '../../requests/requests-api.ts';

/** The dashboard always asks for as many. */
export const sellRequestsPerPage = 20;

export interface SellRequestsQuery {
  readonly page: number;
  /** `all` is not sent. */
  readonly status: string;
  /** Nothing is not sent. */
  readonly search: string;
}

const addressOf = (id: string) => requestAddressOf('sell-request', id);

export const sellRequestsApi = injectEndpoints((build) => ({
  listSellRequests: build.query<ListPage<SellRequestAnswer>, SellRequestsQuery>({
    queryFn: ({ page, status, search }, _api, _extra, send) =>
      reading(
        send(
          requestAddress({
            url: '/api/sell-phone/requests',
            params: {
              page,
              limit: sellRequestsPerPage,
              status: status === 'all' ? undefined : status,
              search: search === '' ? undefined : search,
            },
          }),
        ),
        readSellRequests,
      ),
  }),
  /** AAPI-09. */
  quoteSellRequest: build.mutation<
    SellRequestAnswer,
    {
      readonly id: string;
      readonly estimatedPrice: number;
      readonly status: string;
      readonly adminNotes?: string | undefined;
      readonly version: number;
    }
  >({
    queryFn: ({ id, ...body }, _api, _extra, send) =>
      reading(send({ url: `${addressOf(id)}/quote`, method: 'PUT', body }), readSellRequest),
  }),
  /** The version is the one that staff saw: a stale one is refused. */
  deleteSellRequest: build.mutation<null, Pick<SellRequestAnswer, 'id' | 'version'>>({
    queryFn: ({ id, version }, _api, _extra, send) =>
      reading(send({ url: `${addressOf(id)}?version=${version}`, method: 'DELETE' }), () => null),
  }),
}));
