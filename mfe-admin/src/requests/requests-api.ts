import type {
  PhoneOrderAnswer,
  RepairBookingAnswer,
  RequestKind,
  SellRequestAnswer,
} from '@kinmel/contracts';
import { injectEndpoints, reading, requestAddress } from '@kinmel/web-kit';
import {
  type BulkOutcomes,
  type NewRequests,
  readNewRequests,
  readOutcomes,
  readPhoneOrder,
  readRepairBooking,
  readSellRequest,
} from './request-answers.rules.ts';

/** A request of any kind. */
export type AnyRequest = SellRequestAnswer | PhoneOrderAnswer | RepairBookingAnswer;

const readOne = {
  'sell-request': readSellRequest,
  'phone-order': readPhoneOrder,
  'repair-booking': readRepairBooking,
} as const;

const addresses = {
  'sell-request': (id: string) => `/api/sell-phone/request/${encodeURIComponent(id)}`,
  'phone-order': (id: string) => `/api/admin/phone-orders/${encodeURIComponent(id)}`,
  'repair-booking': (id: string) => `/api/bookings/${encodeURIComponent(id)}`,
} as const;

/** Where one request is read. */
export const requestAddressOf = (kind: RequestKind, id: string): string => addresses[kind](id);

/** AAPI-07, AAPI-17. */
const statusAddressOf = (kind: RequestKind, id: string): string =>
  kind === 'sell-request' ? `${addresses[kind](id)}/status` : addresses[kind](id);

export interface OneRequest {
  readonly kind: RequestKind;
  readonly id: string;
}

/** The version is the one that staff saw: a stale one is refused. The note is read by the customer. */
export interface StatusChange extends OneRequest {
  readonly status: string;
  readonly adminNotes?: string | undefined;
  readonly version: number;
}

export interface NewRequestsQuery {
  readonly kind: RequestKind;
  /** When the newest one that the list shows came. */
  readonly since?: string | undefined;
  readonly status?: string | undefined;
  readonly search?: string | undefined;
}

/** A whole list as CSV: its filter, and its columns in their order. */
export interface RequestsExport {
  readonly kind: RequestKind;
  readonly status: string;
  readonly search: string;
  readonly columns: readonly string[];
}

interface CachedCount {
  readonly url: string;
  readonly etag: string;
  readonly value: NewRequests;
}

/** The last answer for each kind, which a 304 stands for: the request cache keeps no ETag. */
const cachedCounts = new Map<RequestKind, CachedCount>();

/** What the response of a reply said in a header; the transport keeps the response beside the answer. */
const headerOf = (reply: object, name: string): string | null => {
  const { meta } = reply as { meta?: { response?: Response } };
  return meta?.response?.headers.get(name) ?? null;
};

const isUnchanged = (error: unknown) => (error as { status?: unknown } | undefined)?.status === 304;

/** What requests of every kind are asked by. */
export const requestsApi = injectEndpoints('mfe-admin', (build) => ({
  getRequest: build.query<AnyRequest, OneRequest>({
    queryFn: ({ kind, id }, _api, _extra, send) =>
      reading<AnyRequest>(send(requestAddressOf(kind, id)), readOne[kind]),
  }),
  setRequestStatus: build.mutation<AnyRequest, StatusChange>({
    queryFn: ({ kind, id, ...body }, _api, _extra, send) =>
      reading<AnyRequest>(send({ url: statusAddressOf(kind, id), method: 'PUT', body }), readOne[kind]),
  }),
  bulkSetRequestStatus: build.mutation<
    BulkOutcomes,
    {
      readonly kind: RequestKind;
      readonly status: string;
      readonly adminNotes?: string | undefined;
      readonly requests: readonly { readonly id: string; readonly version: number }[];
    }
  >({
    queryFn: (body, _api, _extra, send) =>
      reading(send({ url: '/api/admin/requests/status', method: 'POST', body }), readOutcomes),
  }),
  /** Answers an address of this page only, for as long as it lives; whoever asked gives it back. */
  exportRequests: build.mutation<string, RequestsExport>({
    queryFn: ({ kind, status, search, columns }, _api, _extra, send) =>
      reading(
        send({
          url: requestAddress({
            url: '/api/admin/requests/export',
            params: { kind, status, search, columns: columns.join(',') },
          }),
          responseHandler: async (response: Response) =>
            response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
        }),
        (address) => (typeof address === 'string' ? address : undefined),
      ),
  }),
  /** While nothing is new the server answers 304, without a body (decision 41). */
  countNewRequests: build.query<NewRequests, NewRequestsQuery>({
    queryFn: async ({ kind, since, status, search }, _api, _extra, send) => {
      const url = requestAddress({ url: '/api/admin/requests/new', params: { kind, since, status, search } });
      const last = cachedCounts.get(kind);
      const cached = last?.url === url ? last : undefined;
      const reply = await send({ url, headers: cached ? { 'If-None-Match': cached.etag } : {} });
      if (cached && isUnchanged(reply.error)) return { data: cached.value };
      const result = await reading(reply, readNewRequests);
      const etag = headerOf(reply, 'etag');
      if (result.data && etag !== null) cachedCounts.set(kind, { url, etag, value: result.data });
      return result;
    },
    keepUnusedDataFor: 0,
  }),
}));
