import type {
  PhoneOrderAnswer,
  RepairBookingAnswer,
  RequestKind,
  SellRequestAnswer,
} from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { type BulkOutcomes, outcomesAnswer } from '../lists/bulk/bulk-outcomes.rules.ts';
import { readPhoneOrder, readRepairBooking, readSellRequest } from './request-answers.rules.ts';

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

/** Where lists of requests are exported as CSV, and where they ask how many are new. */
export const requestsExportAddress = '/api/admin/requests/export';
export const newRequestsAddress = '/api/admin/requests/new';

/** The columns of the CSV that stand for a column of a table; one of pictures or of actions has none. */
export const requestCsvColumns: Readonly<Record<RequestKind, Readonly<Record<string, readonly string[]>>>> = {
  'sell-request': {
    id: ['id'],
    customer: ['customer'],
    contact: ['email', 'phone'],
    phone: ['brand', 'model', 'storage', 'condition'],
    color: ['color'],
    price: ['expectedPrice', 'estimatedPrice'],
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
};

/** What requests of every kind are asked by. */
export const requestsApi = injectEndpoints((build) => ({
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
      reading(send({ url: '/api/admin/requests/status', method: 'POST', body }), outcomesAnswer),
  }),
}));
