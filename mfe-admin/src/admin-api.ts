import type { WorkOwner } from '@kinmel/contracts';
import { listOf, nonNegativeNumber } from '@kinmel/contracts/browser';
import { answer, injectEndpoints, reading, requestAddress } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { valueAnswer } from './answers.ts';

/** A list by its address and query parameters. */
export interface ListRequest {
  readonly address: string;
  readonly params: Readonly<Record<string, string | number | undefined>>;
}

const newCountAnswer = valueAnswer(z.object({ count: z.catch(nonNegativeNumber, 0), since: z.string() }));
type NewCount = z.output<typeof newCountAnswer>;

const countOrZero = z.catch(nonNegativeNumber, 0);

export const workAgesAnswer = valueAnswer(
  listOf(z.object({ kind: z.string(), late: countOrZero, counts: z.catch(z.array(countOrZero), []) })),
);

/** The last answer of each address, which a 304 refers to: the request cache stores no ETag. */
const cachedCounts = new Map<
  string,
  { readonly url: string; readonly etag: string; readonly value: NewCount }
>();

/** Response handler that gives a file as a `blob:` address. The caller revokes it. */
export const readBlobUrl = async (response: Response): Promise<unknown> =>
  response.ok ? URL.createObjectURL(await response.blob()) : response.json();

/** A request that changes something; `key` is its `Idempotency-Key`. */
export const jsonRequest = (
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  key?: string,
) => ({ method, url, body, ...(key !== undefined && { headers: { 'Idempotency-Key': key } }) });

/** Requests of several pages; each feature injects its own endpoints. */
export const adminApi = injectEndpoints((build) => ({
  getTotalProducts: build.query({
    query: (_none: void) => '/api/admin/dashboard-stats',
    responseSchema: valueAnswer(nonNegativeNumber, 'totalProducts'),
    providesTags: ['Product'],
  }),
  /** The open work of a service by kind and age: for the charts, and for the counts beside the links of the frame. */
  getWorkAge: build.query({
    query: (owner: WorkOwner) => `/api/admin/services/${owner}/work/age`,
    responseSchema: workAgesAnswer,
    keepUnusedDataFor: 60,
  }),
  /**
   * How many records of a list were created after a moment. The server answers 304 while there are none (decision 64).
   */
  countNewRecords: build.query<NewCount, ListRequest>({
    queryFn: async ({ address, params }, _api, _extra, send) => {
      const url = requestAddress({ url: address, params: { ...params } });
      const last = cachedCounts.get(address);
      const cached = last?.url === url ? last : undefined;
      const reply = await send({ url, headers: cached ? { 'If-None-Match': cached.etag } : {} });
      if (cached && (reply.error as { status?: unknown } | undefined)?.status === 304)
        return { data: cached.value };
      const result = await reading(reply, newCountAnswer);
      const { response } = reply.meta as { response?: Response };
      const etag = response?.headers.get('etag');
      if (result.data && etag) cachedCounts.set(address, { url, etag, value: result.data });
      return result;
    },
    keepUnusedDataFor: 0,
  }),
  exportList: build.mutation({
    query: ({ address, params }: ListRequest) => ({
      url: address,
      params: { ...params },
      responseHandler: readBlobUrl,
    }),
    responseSchema: answer(z.string()),
  }),
}));
