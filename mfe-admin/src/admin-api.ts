import { injectEndpoints, reading } from '@kinmel/web-kit';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** `{success, totalProducts}` (AAPI-02, ADASH-10). */
function readTotalProducts(answer: unknown): number | undefined {
  if (!isRecord(answer) || typeof answer.totalProducts !== 'number') return undefined;
  return answer.totalProducts;
}

/** What more than one page of the back office asks for. A feature injects its own requests beside its components. */
export const adminApi = injectEndpoints('mfe-admin', (build) => ({
  getTotalProducts: build.query<number, void>({
    queryFn: (_none, _api, _extra, send) => reading(send('/api/admin/dashboard-stats'), readTotalProducts),
    providesTags: ['Product'],
  }),
}));
