import type { BodyOf, bulkUpdateOrders, Order, updateOrderStatus } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { type BulkJob, jobAnswer, jobsAnswer } from '../../lists/bulk/bulk-outcomes.rules.ts';
import {
  type OrderStats,
  type OrdersPage,
  readOrder,
  readOrderStats,
  readOrdersPage,
} from './checkout-orders.rules.ts';

/** The dashboard always asks for as many. */
export const ordersPerPage = 20;

/** What the list is asked for; undefined asks for nothing. */
export interface OrdersQuery {
  readonly page: number;
  readonly status?: string | undefined;
  readonly search?: string | undefined;
  readonly paymentMethod?: string | undefined;
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort?: string | undefined;
}

const orders = '/api/checkout-orders';
/** Where the list is taken away as CSV, and where it asks how many orders are new. */
export const ordersExportAddress = `${orders}/admin/orders/export`;
export const newOrdersAddress = `${orders}/admin/orders/new`;
/** The columns of the CSV that stand for a column of the table; that of actions has none. */
export const orderCsvColumns: Readonly<Record<string, readonly string[]>> = {
  number: ['orderNumber'],
  customer: ['customer', 'email', 'phone'],
  products: ['products'],
  payment: ['paymentMethod', 'total', 'paymentStatus'],
  status: ['status'],
  date: ['date'],
};
const adminOrder = (id: string) => `${orders}/admin/orders/${encodeURIComponent(id)}`;

/** Every request about the orders of carts. */
export const checkoutOrdersApi = injectEndpoints((build) => ({
  listCheckoutOrders: build.query<OrdersPage, OrdersQuery>({
    queryFn: ({ page, ...filter }, _api, _extra, send) =>
      reading(
        send({
          url: `${orders}/admin/orders`,
          params: { page, limit: ordersPerPage, ...filter },
        }),
        readOrdersPage,
      ),
    providesTags: ['Order'],
  }),
  getCheckoutOrderStats: build.query<OrderStats, void>({
    queryFn: (_none, _api, _extra, send) => reading(send(`${orders}/admin/dashboard-stats`), readOrderStats),
    providesTags: ['Order'],
  }),
  getCheckoutOrder: build.query<Order, string>({
    queryFn: (id, _api, _extra, send) => reading(send(`${orders}/${encodeURIComponent(id)}`), readOrder),
    providesTags: ['Order'],
  }),
  updateCheckoutOrder: build.mutation<Order, { id: string; body: BodyOf<typeof updateOrderStatus> }>({
    queryFn: ({ id, body }, _api, _extra, send) =>
      reading(send({ url: `${adminOrder(id)}/status`, method: 'PUT', body }), readOrder),
    invalidatesTags: (order) => (order ? ['Order'] : []),
  }),
  /** Accepts a job; the same key again is the same job. */
  bulkUpdateCheckoutOrders: build.mutation<BulkJob, { key: string; body: BodyOf<typeof bulkUpdateOrders> }>({
    queryFn: ({ key, body }, _api, _extra, send) =>
      reading(
        send({
          url: `${orders}/admin/orders/status`,
          method: 'POST',
          headers: { 'Idempotency-Key': key },
          body,
        }),
        jobAnswer,
      ),
  }),
  getOrderJob: build.query<BulkJob, string>({
    queryFn: (id, _api, _extra, send) =>
      reading(send(`${orders}/admin/bulk-jobs/${encodeURIComponent(id)}`), jobAnswer),
    keepUnusedDataFor: 0,
  }),
  /** Those that this person began and that are not finished. */
  listOrderJobs: build.query<readonly BulkJob[], void>({
    queryFn: (_none, _api, _extra, send) => reading(send(`${orders}/admin/bulk-jobs`), jobsAnswer),
    keepUnusedDataFor: 0,
  }),
  refundCheckoutOrder: build.mutation<Order, { id: string; note: string }>({
    queryFn: ({ id, note }, _api, _extra, send) =>
      reading(send({ url: `${adminOrder(id)}/refund`, method: 'POST', body: { note } }), readOrder),
    invalidatesTags: (order) => (order ? ['Order'] : []),
  }),
  /** Answers an address of this page only, for as long as it lives; whoever asked gives it back. */
  fetchCheckoutInvoice: build.mutation<string, string>({
    queryFn: (id, _api, _extra, send) =>
      reading(
        send({
          url: `${orders}/${encodeURIComponent(id)}/invoice`,
          responseHandler: async (response: Response) =>
            response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
        }),
        (address) => (typeof address === 'string' ? address : undefined),
      ),
  }),
}));
