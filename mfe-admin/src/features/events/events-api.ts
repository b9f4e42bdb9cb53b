import { injectEndpoints, reading } from '@kinmel/web-kit';
import {
  type ParkedMessages,
  type RecordEvents,
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

/** What each service answers for itself about events. */
export const eventsApi = injectEndpoints('mfe-admin', (build) => ({
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
