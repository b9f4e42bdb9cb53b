import type { Order } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { type OrdersPage, readOrder, readOrdersPage } from './order.rules.ts';

const ordersPerPage = 10;
const orderPath = (id: string) => `/api/checkout-orders/${encodeURIComponent(id)}`;

const readUrl = (answer: unknown): string | undefined => {
  const url = (answer as { url?: unknown } | undefined)?.url;
  return typeof url === 'string' && /^https?:\/\//.test(url) ? url : undefined;
};

/** Every request about the own orders. */
export const ordersApi = injectEndpoints((build) => ({
  listMyOrders: build.query<OrdersPage, number>({
    queryFn: (page, _api, _extra, send) =>
      reading(send(`/api/checkout-orders/user/orders?page=${page}&limit=${ordersPerPage}`), readOrdersPage),
    providesTags: ['Order'],
  }),
  getMyOrder: build.query<Order, string>({
    queryFn: (id, _api, _extra, send) => reading(send(orderPath(id)), readOrder),
    providesTags: (_order, _error, id) => [{ type: 'Order', id }],
  }),
  cancelOrder: build.mutation<Order, string>({
    queryFn: (id, _api, _extra, send) =>
      reading(send({ url: `${orderPath(id)}/cancel`, method: 'POST', body: {} }), readOrder),
    invalidatesTags: ['Order'],
  }),
  /** Answers the address of the provider's page. */
  payOrder: build.mutation<string, string>({
    queryFn: (orderId, _api, _extra, send) =>
      reading(send({ url: '/api/payment/checkout-session', method: 'POST', body: { orderId } }), readUrl),
    invalidatesTags: ['Order'],
  }),
  /** Answers an address of this page only, for as long as it lives; whoever asked gives it back. */
  fetchInvoice: build.mutation<string, string>({
    queryFn: async (id, _api, _extra, send) =>
      reading(
        send({
          url: `${orderPath(id)}/invoice`,
          responseHandler: async (response: Response) =>
            response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
        }),
        (address) => (typeof address === 'string' ? address : undefined),
      ),
  }),
}));

export const {
  useListMyOrdersQuery,
  useGetMyOrderQuery,
  useCancelOrderMutation,
  usePayOrderMutation,
  useFetchInvoiceMutation,
} = ordersApi;
