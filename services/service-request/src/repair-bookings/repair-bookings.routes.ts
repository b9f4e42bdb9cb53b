import { repairBookingEndpoints as endpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { requestNotFound } from '../requests/change-request.ts';
import { pageOf, paginationOf } from '../requests/request-answer.ts';
import { bookRepair, type RepairBookingsContext } from './book-repair.ts';
import { updateRepairBooking } from './change-repair-booking.ts';
import { repairBookingAnswer } from './repair-booking-answer.ts';
import { repairSchedule } from './repair-schedule.ts';
import { slotsOfDay } from './slots.ts';

const success = true as const;

export const repairBookingsRoutes = (context: RepairBookingsContext): Route[] => [
  route(endpoints.listSlots, async ({ query: { date } }) => ({
    success,
    data: { date, timeZone: context.calendar.timeZone, ...(await slotsOfDay(context, date)) },
  })),
  route(endpoints.createRepairBooking, async (call) => {
    const booking = await bookRepair(context, call);
    const { date, time } = booking;
    return {
      success,
      message: 'Your repair is booked.',
      data: { date, time, timeZone: context.calendar.timeZone },
      trackingLink: context.links.linkOf('repair-booking', booking),
    };
  }),
  route(endpoints.listRepairBookings, async ({ query }) => {
    const { states, total } = await context.repairBookings.list(pageOf(query));
    return {
      success,
      data: { bookings: states.map(repairBookingAnswer), pagination: paginationOf(query, total) },
    };
  }),
  route(endpoints.listRepairSchedule, async ({ query: { from, days } }) => ({
    success,
    data: await repairSchedule(context, from, days),
  })),
  route(endpoints.getRepairBooking, async ({ params }) => {
    const booking = await context.repairBookings.find(params.id);
    if (!booking) throw requestNotFound();
    return { success, data: repairBookingAnswer(booking) };
  }),
  route(endpoints.updateRepairBooking, async ({ params, body, ...caller }) => ({
    success,
    data: repairBookingAnswer(await updateRepairBooking(context, params.id, body, caller)),
  })),
];
