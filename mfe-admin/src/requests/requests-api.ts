import type {
  BodyOf,
  inspectReturn,
  PhoneOrderAnswer,
  RepairBookingAnswer,
  RequestKind,
  ReturnAnswer,
  SellRequestAnswer,
} from '@kinmel/contracts';
import { listOf, nonNegativeNumber, type SchemaOf, withIdAndMongoId } from '@kinmel/contracts/browser';
import { apiProblem, injectEndpoints, useAppDispatch } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../admin-api.ts';
import { doneAnswer, pageAnswer, valueAnswer } from '../answers.ts';
import { type ListState, rowsPerPage } from '../lists/address/list-state.rules.ts';
import { outcomesAnswer } from '../lists/bulk/bulk-outcomes.ts';
import type { ListReply } from '../lists/list-declaration.ts';

export type AnyRequest = SellRequestAnswer | PhoneOrderAnswer | RepairBookingAnswer | ReturnAnswer;

/** The required fields of tables and dialogs. */
const request = z.pipe(
  z.pipe(
    withIdAndMongoId,
    z.looseObject({
      id: z.string(),
      status: z.string(),
      version: z.catch(nonNegativeNumber, 1),
      usualSteps: z.catch(z.array(z.string()), []),
      history: z.catch(listOf(z.looseObject({})), []),
    }),
  ),
  // Some answers name the seller `customerName`.
  z.transform((fields) => ({ fullName: fields['customerName'], ...fields })),
);

export const requestOf = <Row extends AnyRequest>() => request as unknown as SchemaOf<Row>;

const requestAnswer = valueAnswer(requestOf<AnyRequest>());

const addresses = {
  'sell-request': '/api/sell-phone/request',
  'phone-order': '/api/admin/phone-orders',
  'repair-booking': '/api/bookings',
  return: '/api/returns',
} as const;

export const requestAddressOf = (kind: RequestKind, id: string): string =>
  `${addresses[kind]}/${encodeURIComponent(id)}`;

interface RequestsQuery extends Pick<ListState, 'page' | 'search'> {
  readonly kind: RequestKind;
  readonly status: string | undefined;
}

/** A change of one request of a kind; `step` follows its id in the address. */
export const requestChange = <Row extends AnyRequest, Body>(kind: RequestKind, step: string) => ({
  query: ({ id, ...body }: Body & { readonly id: string }) =>
    jsonRequest('PUT', `${requestAddressOf(kind, id)}${step}`, body),
  responseSchema: valueAnswer(requestOf<Row>()),
});

interface RequestId {
  readonly kind: RequestKind;
  readonly id: string;
}

/** A stale `version` is refused. The customer reads the note. */
export interface StatusChange extends RequestId {
  readonly status: string;
  readonly adminNotes?: string | undefined;
  readonly version: number;
}

interface BulkStatusChange extends Omit<StatusChange, 'id' | 'version'> {
  readonly requests: readonly { readonly id: string; readonly version: number }[];
}

export const requestsExportAddress = '/api/admin/requests/export';
export const newRequestsAddress = '/api/admin/requests/new';

/** CSV columns by table column. */
export const requestCsvColumns: Readonly<Record<RequestKind, Readonly<Record<string, readonly string[]>>>> = {
  'sell-request': {
    id: ['id'],
    customer: ['customer'],
    contact: ['email', 'phone'],
    phone: ['brand', 'model', 'storage', 'condition'],
    color: ['color'],
    price: ['expectedPrice', 'estimatedPrice', 'agreed'],
    status: ['status'],
    submitted: ['submitted'],
  },
  'phone-order': {
    id: ['id'],
    customer: ['customer', 'email', 'phone'],
    model: ['model', 'color', 'storage'],
    quantity: ['quantity'],
    total: ['totalPrice'],
    status: ['status'],
    priority: ['priority'],
    date: ['submitted'],
  },
  'repair-booking': {
    id: ['id'],
    customer: ['customer', 'email', 'phone'],
    model: ['model'],
    time: ['date', 'time'],
    urgency: ['urgency'],
    status: ['status'],
  },
  return: {
    id: ['id'],
    customer: ['customer', 'email', 'phone'],
    order: ['orderNumber'],
    goods: ['goods', 'reason'],
    refund: ['refundAmount', 'refundTo'],
    status: ['status'],
    submitted: ['submitted'],
  },
};

export const requestsApi = injectEndpoints((build) => ({
  /** One page of any kind but phone orders. */
  listRequests: build.query({
    query: ({ kind, page, status = 'all', search }: RequestsQuery) => ({
      url: kind === 'sell-request' ? '/api/sell-phone/requests' : addresses[kind],
      params: { page, limit: rowsPerPage, status: status === 'all' ? undefined : status, search },
    }),
    responseSchema: pageAnswer(requestOf<AnyRequest>(), 'requests', 'bookings', 'returns'),
  }),
  /** The whole list of phone orders. */
  listPhoneOrders: build.query({
    query: (_none: void) => '/api/admin/phone-orders',
    responseSchema: pageAnswer(requestOf<PhoneOrderAnswer>(), 'data'),
  }),
  getRequest: build.query({
    query: ({ kind, id }: RequestId) => requestAddressOf(kind, id),
    responseSchema: requestAnswer,
  }),
  setRequestStatus: build.mutation({
    query: ({ kind, id, ...body }: StatusChange) =>
      jsonRequest(
        'PUT',
        `${requestAddressOf(kind, id)}${kind === 'sell-request' || kind === 'return' ? '/status' : ''}`,
        body,
      ),
    responseSchema: requestAnswer,
  }),
  bulkSetRequestStatus: build.mutation({
    query: (body: BulkStatusChange) => jsonRequest('POST', '/api/admin/requests/status', body),
    responseSchema: outcomesAnswer,
  }),
  quoteSellRequest: build.mutation(
    requestChange<SellRequestAnswer, Omit<StatusChange, 'kind'> & { readonly estimatedPrice: number }>(
      'sell-request',
      '/quote',
    ),
  ),
  inspectReturn: build.mutation(
    requestChange<ReturnAnswer, BodyOf<typeof inspectReturn>>('return', '/inspection'),
  ),
  /** `version` is the one that staff saw: a stale one is refused. */
  deleteSellRequest: build.mutation({
    query: ({ id, version }: Pick<SellRequestAnswer, 'id' | 'version'>) =>
      jsonRequest('DELETE', `${requestAddressOf('sell-request', id)}?version=${version}`),
    responseSchema: doneAnswer,
  }),
}));

/** One page of a list with its filters. */
export function useRequestPage<Row extends AnyRequest>(
  kind: RequestKind,
  { page, filters, search }: Pick<ListState, 'page' | 'filters' | 'search'>,
  skip = false,
) {
  const query = { kind, page, status: filters['status'], search };
  const reply = requestsApi.useListRequestsQuery(query, { skip, refetchOnMountOrArgChange: true });
  return reply as ListReply<Row>;
}

/** Reads a request past the cache: null when it was deleted, undefined when it could not be read. */
export function useReadRequest<Row extends AnyRequest>(kind: RequestKind) {
  const dispatch = useAppDispatch();
  return async (id: string): Promise<Row | null | undefined> => {
    const { initiate } = requestsApi.endpoints.getRequest;
    const { data, error } = await dispatch(initiate({ kind, id }, { forceRefetch: true, subscribe: false }));
    return (data as Row | undefined) ?? (apiProblem(error).status === 404 ? null : undefined);
  };
}
