import type { TrackedRequest } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import type { Slot } from '../../requests/appointment/slot.rules.ts';
import { readTracked } from '../../requests/tracking/tracked-request.ts';
import { trackedAddress } from '../../requests/tracking/tracked-request-api.ts';

/** What the page of one link sends. An answer is the newest state, and takes the place of the one that was shown. */
export const trackingApi = injectEndpoints((build) => ({
  /** The yes or no is to the quote of that version and to no other. */
  answerQuote: build.mutation<
    TrackedRequest,
    { token: string; answer: 'accept' | 'decline'; version: number }
  >({
    queryFn: ({ token, answer, version }, _api, _extra, send) =>
      reading(
        send({ url: `${trackedAddress(token)}/${answer}`, method: 'POST', body: { version } }),
        readTracked,
      ),
  }),
  cancelTrackedRequest: build.mutation<TrackedRequest, string>({
    queryFn: (token, _api, _extra, send) =>
      reading(send({ url: `${trackedAddress(token)}/cancel`, method: 'POST', body: {} }), readTracked),
  }),
  rescheduleRepair: build.mutation<TrackedRequest, Slot & { token: string }>({
    queryFn: ({ token, ...body }, _api, _extra, send) =>
      reading(send({ url: `${trackedAddress(token)}/reschedule`, method: 'POST', body }), readTracked),
    // Refused or not: the half hours may be others than those that are shown.
    invalidatesTags: ['Service'],
  }),
}));

/** Where the photo of a request is, for who has its link. */
export const trackedPhotoAddress = (token: string) => `${trackedAddress(token)}/photo`;

export const { useAnswerQuoteMutation, useCancelTrackedRequestMutation, useRescheduleRepairMutation } =
  trackingApi;
