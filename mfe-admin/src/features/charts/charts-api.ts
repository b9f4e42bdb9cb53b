import type { DailyFigures, WorkAge, WorkOwner } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { readDailyFigures, readWorkAges } from './charts.rules.ts';

/** What the charts are drawn from. */
export const chartsApi = injectEndpoints((build) => ({
  getDailyFigures: build.query<Omit<DailyFigures, 'timeZone'>, number>({
    queryFn: (days, _api, _extra, send) =>
      reading(send({ url: '/api/admin/services/order/daily-figures', params: { days } }), readDailyFigures),
    providesTags: ['Order'],
  }),
  getWorkAge: build.query<WorkAge[], WorkOwner>({
    queryFn: (owner, _api, _extra, send) =>
      reading(send(`/api/admin/services/${owner}/work/age`), readWorkAges),
    keepUnusedDataFor: 0,
  }),
}));
