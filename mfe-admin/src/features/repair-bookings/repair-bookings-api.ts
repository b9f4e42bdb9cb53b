import type { RepairBookingAnswer, RepairSchedule } from '@kinmel/contracts';
import { injectEndpoints, reading, requestAddress } from '@kinmel/web-kit';
import type { ListPage } from '../../lists/list-declaration.ts';
import { readRepairBooking, readRepairBookings, readSchedule } from '../../requests/request-answers.rules.ts';
import { requestAddressOf } from '../../requests/requests-api.ts';

export const bookingsPerPage = 20;

export interface BookingsQuery {
  readonly page: number;
  readonly status: string;
  readonly search: string;
}

export const repairBookingsApi = injectEndpoints((build) => ({
  getRepairSchedule: build.query<RepairSchedule, { readonly from: string; readonly days: number }>({
    queryFn: ({ from, days }, _api, _extra, send) =>
      reading(send(requestAddress({ url: '/api/bookings/schedule', params: { from, days } })), readSchedule),
  }),
  listRepairBookings: build.query<ListPage<RepairBookingAnswer>, BookingsQuery>({
    queryFn: ({ page, status, search }, _api, _extra, send) =>
      reading(
        send(
          requestAddress({
            url: '/api/bookings',
            params: { page, limit: bookingsPerPage, status: status === 'all' ? undefined : status, search },
          }),
        ),
        readRepairBookings,
      ),
  }),
  moveRepairBooking: build.mutation<
    RepairBookingAnswer,
    {
      readonly id: string;
      readonly date: string;
      readonly time: string;
      readonly adminNotes?: string | undefined;
      readonly version: number;
    }
  >({
    queryFn: ({ id, ...body }, _api, _extra, send) =>
      reading(send({ url: requestAddressOf('repair-booking', id), method: 'PUT', body }), readRepairBooking),
  }),
}));
