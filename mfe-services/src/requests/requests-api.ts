import type { acceptQuote, BodyOf, TrackedRequest, TrackingAction } from '@kinmel/contracts';
import { answerData, listOf, type SchemaOf } from '@kinmel/contracts/browser';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { type AppointmentTime, slotsAnswer } from './appointment/appointment.rules.ts';

const trackedShape = {
  kind: z.enum(['sell-request', 'repair-booking', 'phone-order', 'return']),
  version: z.number(),
  history: z.array(z.unknown()),
  actions: z.array(z.unknown()),
};

const trackedData = answer(answerData(z.looseObject(trackedShape) as unknown as SchemaOf<TrackedRequest>));

/** A request of the signed-in customer with the path of its tracking page. */
type OwnRequest = TrackedRequest & { readonly trackingLink: string };

const ownRequestAnswer = z.looseObject({
  ...trackedShape,
  trackingLink: z.string().check(z.regex(/^\/request-links\/[\w-]+$/)),
}) as unknown as SchemaOf<OwnRequest>;

export type Answer = Exclude<TrackingAction, 'reschedule'>;

export type PaymentChoice = NonNullable<BodyOf<typeof acceptQuote>['payment']>;

type TrackedAnswer = BodyOf<typeof acceptQuote> & { readonly token: string; readonly answer: Answer };

const addressOf = (token: string) => `/api/request-links/${encodeURIComponent(token)}`;

const post = (token: string, action: string, body: object) => ({
  url: `${addressOf(token)}/${action}`,
  method: 'POST',
  body,
});

/** The requests about appointments and tracking links. A change returns the request in its new state. */
export const requestsApi = injectEndpoints((build) => ({
  listSlots: build.query({
    query: (date: string) => ({ url: '/api/bookings/slots', params: { date } }),
    responseSchema: answer(slotsAnswer),
    // Free slots change at any moment.
    keepUnusedDataFor: 0,
    providesTags: ['Service'],
  }),
  getTrackedRequest: build.query({
    query: (token: string) => addressOf(token),
    responseSchema: trackedData,
  }),
  listOwnRequests: build.query({
    query: (_nothing: void) => '/api/request-links',
    responseSchema: answer(answerData(listOf(ownRequestAnswer))),
    providesTags: ['Service'],
  }),
  /** A quote or a refund is answered with the `version` that the customer saw. */
  answerTracked: build.mutation({
    query: ({ token, answer, ...shownQuote }: TrackedAnswer) =>
      post(token, answer, answer === 'cancel' ? {} : shownQuote),
    responseSchema: trackedData,
  }),
  rescheduleRepair: build.mutation({
    query: ({ token, ...slot }: AppointmentTime & { token: string }) => post(token, 'reschedule', slot),
    responseSchema: trackedData,
    // Refreshes after a refusal too: the free slots may have changed.
    invalidatesTags: ['Service'],
  }),
}));

export const photoAddressOf = (token: string) => `${addressOf(token)}/photo`;
