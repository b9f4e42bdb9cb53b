import type { RepairBookingAnswer, TrackedRequest } from '@kinmel/contracts';
import { historyAnswer, trackedFields } from '../requests/request-answer.ts';
import { isOpen, type RepairBooking, repairSubject, usualSteps } from './repair-booking.rules.ts';
import { beginningOfSlot, type SlotCalendar } from './slot.rules.ts';

/** A booking as staff see it. */
export const repairBookingAnswer = (booking: RepairBooking): RepairBookingAnswer => ({
  _id: booking.id,
  id: booking.id,
  name: booking.name,
  email: booking.email,
  phone: booking.phone,
  model: booking.model,
  date: booking.date,
  time: booking.time,
  urgency: booking.urgency,
  message: booking.message,
  adminNotes: booking.adminNotes,
  status: booking.status,
  usualSteps: [...usualSteps[booking.status]],
  history: booking.history.map(historyAnswer),
  createdAt: booking.createdAt.toISOString(),
  updatedAt: booking.updatedAt.toISOString(),
  version: booking.version,
});

/** What the holder of the link sees. */
export const trackedRepairBooking = (
  booking: RepairBooking,
  now: Date,
  calendar: SlotCalendar,
): TrackedRequest => ({
  ...trackedFields('repair-booking', repairSubject(booking), booking),
  actions: isOpen(booking, now, calendar) ? ['reschedule', 'cancel'] : [],
  quote: null,
  appointment: {
    date: booking.date,
    time: booking.time,
    timeZone: calendar.timeZone,
    startsAt: beginningOfSlot(booking, calendar).toISOString(),
  },
  offered: null,
  ordered: null,
  hasPhoto: false,
});
