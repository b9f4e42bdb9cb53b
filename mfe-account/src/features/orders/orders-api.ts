import type { DocumentKind } from '@kinmel/contracts';
import { paymentPageAnswer } from '@kinmel/contracts/browser';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { orderAnswer, ordersPageAnswer } from './order-answers.ts';

const ordersPerPage = 10;
const orderPath = (id: string) => `/api/checkout-orders/${encodeURIComponent(id)}`;

interface DocumentQuery {
  readonly id: string;
  readonly kind: DocumentKind;
  /** Asks for the credit note of this return. */
  readonly returnId?: string | undefined;
}

/** The requests about the user's orders. */
export const ordersApi = injectEndpoints((build) => ({
  listMyOrders: build.query({
    query: (page: number) => `/api/checkout-orders/user/orders?page=${page}&limit=${ordersPerPage}`,
    responseSchema: answer(ordersPageAnswer),
    providesTags: ['Order'],
  }),
  getMyOrder: build.query({
    query: (id: string) => orderPath(id),
    responseSchema: answer(orderAnswer),
    providesTags: (_order, _error, id) => [{ type: 'Order', id }],
  }),
  cancelOrder: build.mutation({
    query: (id: string) => ({ url: `${orderPath(id)}/cancel`, method: 'POST', body: {} }),
    responseSchema: answer(orderAnswer),
    invalidatesTags: ['Order'],
  }),
  /** Returns the URL of the payment provider's page. */
  payOrder: build.mutation({
    query: (orderId: string) => ({ url: '/api/payment/checkout-session', method: 'POST', body: { orderId } }),
    responseSchema: answer(paymentPageAnswer),
    invalidatesTags: ['Order'],
  }),
  /** Returns a `blob:` URL, which the caller must revoke. */
  fetchDocument: build.mutation({
    query: ({ id, kind, returnId }: DocumentQuery) => ({
      url: `${orderPath(id)}/${kind}`,
      params: { return: returnId },
      responseHandler: async (response: Response) =>
        response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
    }),
    responseSchema: answer(z.string()),
  }),
}));
