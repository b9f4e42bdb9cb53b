import {
  repairBookingEndpoints as endpoints,
  trackingEndpoints as trackedEndpoints,
} from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import type { KindsContext } from '../request-stores.ts';
import { findRequest } from '../requests/change-request.ts';
import { pageOfRequests, staffAnswer, trackedAnswer } from '../requests/request-answer.ts';
import { linkOfKind } from '../tracking/tracking.routes.ts';
import { bookRepair, rescheduleRepair, updateRepairBooking } from './change-repair-booking.ts';
import type { RepairBooking } from './repair-booking.rules.ts';
import { repairBooking } from './repair-booking-kind.ts';
import { repairSchedule } from './repair-schedule.ts';
import { slotsOfDay } from './slots.ts';

const answer = (booking: RepairBooking) => staffAnswer(repairBooking, booking);

export function repairBookingsRoutes(context: KindsContext): Route[] {
  const { calendar, now } = context;
  const bookings = context.requests['repair-booking'];
  return [
    route(endpoints.listSlots, async ({ query: { date } }) => ({
      date,
      timeZone: calendar.timeZone,
      ...(await slotsOfDay({ takenSeats: bookings.takenSeats, calendar, now }, date)),
    })),
    route(endpoints.createRepairBooking, async (call) => {
      const booking = await bookRepair(context, call);
      const { date, time } = booking;
      return {
        message: 'Your repair is booked.',
        data: { date, time, timeZone: calendar.timeZone },
        trackingLink: context.links.linkOf(repairBooking, booking),
      };
    }),
    route(endpoints.listRepairBookings, async ({ query }) => {
      const { states, pagination } = await pageOfRequests(bookings, query);
      return { bookings: states.map((one) => staffAnswer(repairBooking, one)), pagination };
    }),
    route(endpoints.listRepairSchedule, ({ query: { from, days } }) => repairSchedule(context, from, days)),
    route(endpoints.getRepairBooking, async ({ params }) => answer(await findRequest(bookings, params.id))),
    route(endpoints.updateRepairBooking, async ({ params, body, ...caller }) =>
      answer(await updateRepairBooking(context, params.id, body, caller)),
    ),
    route(trackedEndpoints.rescheduleTrackedRequest, async ({ params, body, ...caller }) => {
      const hash = linkOfKind(context, 'repair-booking', params.token);
      const booking = await rescheduleRepair(context, hash, body, caller);
      const data = trackedAnswer(repairBooking, booking, context);
      return { message: 'Your repair has a new time.', data };
    }),
  ];
}
