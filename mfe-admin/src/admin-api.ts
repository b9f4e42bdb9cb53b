import { count } from '@kinmel/contracts/browser';
import { answer, injectEndpoints, reading, requestAddress } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { type NewCount, newCountAnswer } from './lists/records/new-records.rules.ts';

const totalProductsAnswer = z.pipe(
  z.object({ totalProducts: count }),
  z.transform(({ totalProducts }) => totalProducts),
);

/** A list by its address and what it is asked for; undefined asks for nothing. */
export interface ListRequest {
  readonly address: string;
  readonly params: Readonly<Record<string, string | number | undefined>>;
}

interface CachedCount {
  readonly url: string;
  readonly etag: string;
  readonly value: NewCount;
}

/** The last answer of each address, which a 304 stands for: the request cache keeps no ETag. */
const cachedCounts = new Map<string, CachedCount>();

/** What the response of a reply said in a header; the transport keeps the response beside the answer. */
const headerOf = (reply: object, name: string): string | null => {
  const { meta } = reply as { meta?: { response?: Response } };
  return meta?.response?.headers.get(name) ?? null;
};

const isUnchanged = (error: unknown) => (error as { status?: unknown } | undefined)?.status === 304;

/** What more than one page of the back office asks for. A feature injects its own requests beside its components. */
export const adminApi = injectEndpoints((build) => ({
  getTotalProducts: build.query({
    query: (_none: void) => '/api/admin/dashboard-stats',
    responseSchema: answer(totalProductsAnswer),
    providesTags: ['Product'],
  }),
  /** How many records of a list came after a moment. While nothing is new the server answers 304, without a body (decision 41). */
  countNewRecords: build.query<NewCount, ListRequest>({
    queryFn: async ({ address, params }, _api, _extra, send) => {
      const url = requestAddress({ url: address, params: { ...params } });
      const last = cachedCounts.get(address);
      const cached = last?.url === url ? last : undefined;
      const reply = await send({ url, headers: cached ? { 'If-None-Match': cached.etag } : {} });
      if (cached && isUnchanged(reply.error)) return { data: cached.value };
      const result = await reading(reply, newCountAnswer);
      const etag = headerOf(reply, 'etag');
      if (result.data && etag !== null) cachedCounts.set(address, { url, etag, value: result.data });
      return result;
    },
    keepUnusedDataFor: 0,
  }),
  /** A whole list as CSV. Answers an address of this page only, for as long as it lives; the caller revokes it. */
  exportList: build.mutation({
    query: ({ address, params }: ListRequest) => ({
      url: requestAddress({ url: address, params: { ...params } }),
      responseHandler: async (response: Response) =>
        response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
    }),
    responseSchema: answer(z.string()),
  }),
}));
