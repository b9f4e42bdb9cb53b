import type { BodyOf, bulkUpdateOrders, DocumentKind, Order, updateOrderStatus } from '@kinmel/contracts';
import { listOf, nonNegativeNumber, type SchemaOf, withIdAndMongoId } from '@kinmel/contracts/browser';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest, readBlobUrl } from '../../admin-api.ts';
import { pageAnswer, recordOf, valueAnswer } from '../../answers.ts';
import { rowsPerPage } from '../../lists/address/list-state.rules.ts';
import { jobAnswer, jobsAnswer } from '../../lists/bulk/bulk-outcomes.ts';
import type { orderParams } from './checkout-orders.rules.ts';

interface DocumentQuery {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly returnId?: string | undefined;
}

type OrdersQuery = { readonly page: number } & Partial<ReturnType<typeof orderParams>>;

const orderFields: SchemaOf<Order> = recordOf({
  _id: z.string(),
  orderNumber: z.string(),
  orderStatus: z.string(),
  products: z.array(z.unknown()),
  pricing: z.looseObject({}),
  customerDetails: z.looseObject({}),
  documents: z.catch(z.array(z.string()), []),
  returns: z.catch(listOf(z.looseObject({ id: z.string() })), []),
  otherPayments: z.catch(listOf(z.looseObject({ id: z.string() })), []),
});
const order = z.pipe(withIdAndMongoId, orderFields) as SchemaOf<Order>;

export const ordersAnswer = pageAnswer(order, 'orders', 'data');
const orderAnswer = valueAnswer(order, 'order');

/** Totals across all orders; `codOrders` is optional. */
export const orderStatsAnswer = valueAnswer(
  z.object({
    totalOrders: nonNegativeNumber,
    pendingOrders: nonNegativeNumber,
    deliveredOrders: nonNegativeNumber,
    codOrders: z.catch(z.optional(nonNegativeNumber), undefined),
  }),
);

const orders = '/api/checkout-orders';
const adminOrders = `${orders}/admin/orders`;
const adminOrder = (id: string) => `${adminOrders}/${encodeURIComponent(id)}`;
export const ordersExportAddress = `${adminOrders}/export`;
export const taxDocumentsAddress = `${orders}/admin/tax-documents/export`;
export const newOrdersAddress = `${adminOrders}/new`;

/** CSV columns exported for each table column. */
export const orderCsvColumns: Readonly<Record<string, readonly string[]>> = {
  number: ['orderNumber'],
  customer: ['customer', 'email', 'phone'],
  products: ['products'],
  payment: ['paymentMethod', 'total', 'credit', 'paymentStatus'],
  status: ['status'],
  date: ['date'],
};

export const checkoutOrdersApi = injectEndpoints((build) => ({
  listCheckoutOrders: build.query({
    query: ({ page, ...filter }: OrdersQuery) => ({
      url: adminOrders,
      params: { page, limit: rowsPerPage, ...filter },
    }),
    responseSchema: ordersAnswer,
    providesTags: ['Order'],
  }),
  getCheckoutOrderStats: build.query({
    query: (_none: void) => `${orders}/admin/dashboard-stats`,
    responseSchema: orderStatsAnswer,
    providesTags: ['Order'],
  }),
  getCheckoutOrder: build.query({
    query: (id: string) => `${orders}/${encodeURIComponent(id)}`,
    responseSchema: orderAnswer,
    providesTags: ['Order'],
  }),
  updateCheckoutOrder: build.mutation({
    query: ({ id, body }: { id: string; body: BodyOf<typeof updateOrderStatus> }) =>
      jsonRequest('PUT', `${adminOrder(id)}/status`, body),
    responseSchema: orderAnswer,
    invalidatesTags: (saved) => (saved ? ['Order'] : []),
  }),
  /** Starts a job; repeating a key returns the existing job. */
  bulkUpdateCheckoutOrders: build.mutation({
    query: ({ key, body }: { key: string; body: BodyOf<typeof bulkUpdateOrders> }) =>
      jsonRequest('POST', `${adminOrders}/status`, body, key),
    responseSchema: jobAnswer,
  }),
  getOrderJob: build.query({
    query: (id: string) => `${orders}/admin/bulk-jobs/${encodeURIComponent(id)}`,
    responseSchema: jobAnswer,
    keepUnusedDataFor: 0,
  }),
  /** The unfinished jobs of the signed-in user. */
  listOrderJobs: build.query({
    query: (_none: void) => `${orders}/admin/bulk-jobs`,
    responseSchema: jobsAnswer,
    keepUnusedDataFor: 0,
  }),
  refundCheckoutOrder: build.mutation({
    query: ({ id, note }: { id: string; note: string }) =>
      jsonRequest('POST', `${adminOrder(id)}/refund`, { note }),
    responseSchema: orderAnswer,
    invalidatesTags: (saved) => (saved ? ['Order'] : []),
  }),
  /** Retries a failed refund, or records that the money was given back. */
  refundReturn: build.mutation({
    query: ({ id, returnId, isByHand }: { id: string; returnId: string; isByHand: boolean }) =>
      jsonRequest('POST', `${adminOrder(id)}/returns/${encodeURIComponent(returnId)}/refund`, { isByHand }),
    responseSchema: orderAnswer,
    invalidatesTags: ['Order'],
  }),
  handBackPayment: build.mutation({
    query: ({ id, paymentId }: { id: string; paymentId: string }) =>
      jsonRequest('POST', `${adminOrder(id)}/payments/${encodeURIComponent(paymentId)}/handed-back`, {}),
    responseSchema: orderAnswer,
    invalidatesTags: ['Order'],
  }),
  fetchTaxDocument: build.mutation({
    query: ({ id, kind, returnId }: DocumentQuery) => ({
      url: `${orders}/${encodeURIComponent(id)}/${kind}`,
      params: { return: returnId },
      responseHandler: readBlobUrl,
    }),
    responseSchema: answer(z.string()),
  }),
}));
