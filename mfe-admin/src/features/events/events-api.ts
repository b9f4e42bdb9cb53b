import { injectEndpoints, reading } from '@kinmel/web-kit';
import {
  type ParkedMessages,
  type RecordEvents,
  readFoundOrder,
  readParkedMessages,
  readRecordEvents,
  type ServiceName,
} from './events.rules.ts';

const addressOf = (service: ServiceName, what: string) => `/api/admin/services/${service}/${what}`;

/** What is given back: one message, those of a type, or without either all of the service. */
export interface Replay {
  readonly service: ServiceName;
  readonly eventType?: string | undefined;
  readonly eventId?: string | undefined;
}

/** The finding of an order, and what each service answers for itself about events. */
export const eventsApi = injectEndpoints((build) => ({
  /** The id of the order with a number; null where there is none. */
  findOrder: build.query<string | null, string>({
    queryFn: (orderNumber, _api, _extra, send) =>
      reading(
        send({
          url: '/api/checkout-orders/admin/orders',
          params: { page: 1, limit: 20, search: orderNumber },
        }),
        (answer) => readFoundOrder(answer, orderNumber),
      ),
    // One that is not there may be placed a moment later.
    keepUnusedDataFor: 0,
  }),
  getRecordEvents: build.query<RecordEvents, { readonly service: ServiceName; readonly record: string }>({
    queryFn: ({ service, record }, _api, _extra, send) =>
      reading(send({ url: addressOf(service, 'events'), params: { record } }), readRecordEvents),
    // It moves on while it is looked at: who comes back asks again.
    keepUnusedDataFor: 0,
  }),
  listParkedMessages: build.query<ParkedMessages, ServiceName>({
    queryFn: (service, _api, _extra, send) =>
      reading(send(addressOf(service, 'parked-messages')), readParkedMessages),
    keepUnusedDataFor: 0,
  }),
  replayParkedMessages: build.mutation<number, Replay>({
    queryFn: ({ service, ...body }, _api, _extra, send) =>
      reading(send({ url: addressOf(service, 'parked-messages/replay'), method: 'POST', body }), (answer) => {
        const { replayed } = answer as { replayed?: unknown };
        return typeof replayed === 'number' ? replayed : undefined;
      }),
  }),
}));
