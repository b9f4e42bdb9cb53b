import type { ParkedMessageAnswer, PublishedEvent, ReceivedEvent } from '@kinmel/contracts';
import { listOf, nonNegativeNumber } from '@kinmel/contracts/browser';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../../admin-api.ts';
import { recordOf, valueAnswer } from '../../answers.ts';
import type { ServiceName } from './events.rules.ts';

const text = z.string();
const eventFields = { eventId: text, eventType: text, state: text };

export const recordEventsAnswer = answer(
  z.object({
    published: listOf(
      recordOf<PublishedEvent>({ ...eventFields, occurredAt: text, consumers: z.array(text) }),
    ),
    received: listOf(recordOf<ReceivedEvent>({ ...eventFields, at: text })),
  }),
);

export const parkedMessagesAnswer = answer(
  z.object({
    data: listOf(recordOf<ParkedMessageAnswer>({ eventType: text, reason: text })),
    total: nonNegativeNumber,
  }),
);

const foundOrders = z.object({ orders: listOf(z.object({ _id: text, orderNumber: text })) });

const addressOf = (service: ServiceName, path: string) => `/api/admin/services/${service}/${path}`;

/** Selects one message, all messages of a type, or all of the service when neither is set. */
export interface Replay {
  readonly service: ServiceName;
  readonly eventType?: string | undefined;
  readonly eventId?: string | undefined;
}

export const eventsApi = injectEndpoints((build) => ({
  findOrders: build.query({
    query: (search: string) => ({
      url: '/api/checkout-orders/admin/orders',
      params: { page: 1, limit: 20, search },
    }),
    responseSchema: answer(foundOrders),
    // An unknown order may be placed a moment later, so the answer is not cached.
    keepUnusedDataFor: 0,
  }),
  getRecordEvents: build.query({
    query: ({ service, record }: { readonly service: ServiceName; readonly record: string }) => ({
      url: addressOf(service, 'events'),
      params: { record },
    }),
    responseSchema: recordEventsAnswer,
    keepUnusedDataFor: 0,
  }),
  listParkedMessages: build.query({
    query: (service: ServiceName) => addressOf(service, 'parked-messages'),
    responseSchema: parkedMessagesAnswer,
    keepUnusedDataFor: 0,
  }),
  replayParkedMessages: build.mutation({
    query: ({ service, ...body }: Replay) =>
      jsonRequest('POST', addressOf(service, 'parked-messages/replay'), body),
    responseSchema: valueAnswer(nonNegativeNumber, 'replayed'),
  }),
}));
