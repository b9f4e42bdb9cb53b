import { injectEndpoints } from '@kinmel/web-kit';
import type { Submitted } from '../../requests/submitted.rules.ts';
import { submitting } from '../../requests/submitting.ts';

/** The request of the page that books a repair. */
export const bookingApi = injectEndpoints((build) => ({
  /** The key makes it safe to send again (API-30). */
  bookRepair: build.mutation<Submitted, { key: string; body: string }>({
    queryFn: (request, _api, _extra, send) => submitting(send, '/api/bookings', request),
    // Refused or not: the half hours may be others than those that are shown.
    invalidatesTags: ['Service'],
  }),
}));

export const { useBookRepairMutation } = bookingApi;
