import { injectEndpoints, reading, requestAddress } from '@kinmel/web-kit';
import { readSlots, type SlotsOfDay } from './slot.rules.ts';

/** What a booking and its moving ask for: the half hours of a day. */
export const slotsApi = injectEndpoints((build) => ({
  listSlots: build.query<SlotsOfDay, string>({
    queryFn: (date, _api, _extra, send) =>
      reading(send(requestAddress({ url: '/api/bookings/slots', params: { date } })), readSlots),
    // A seat may be taken in the next moment.
    keepUnusedDataFor: 0,
    providesTags: ['Service'],
  }),
}));

export const { useListSlotsQuery } = slotsApi;
