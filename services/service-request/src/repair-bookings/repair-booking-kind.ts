import { repairBookingStatuses } from '@kinmel/contracts';
import { pick } from '@kinmel/service-kit';
import type { RequestKindDeclaration } from '../requests/request-kind.ts';
import { isOpen, type RepairBooking, repairRules } from './repair-booking.rules.ts';
import { beginningOfSlot } from './slot.rules.ts';

export const repairBooking = {
  ...repairRules,
  linkLetter: 'b',
  collection: 'repair_bookings',
  statuses: repairBookingStatuses,
  /** Date, time and number of the seat; absent on cancelled bookings (SR-B4). */
  storeFields: ['seat'],
  indexes: [
    // Prevents two bookings of one seat.
    [{ seat: 1 }, { unique: true, partialFilterExpression: { seat: { $type: 'string' } } }],
    // Used by the schedule.
    [{ deletedAt: 1, date: 1, time: 1 }],
  ],
  searchedBy: ({ model }) => ({ texts: [model] }),
  subjectFields: ['model'],
  answer: (booking) => pick(booking, 'name', 'email', 'phone', 'model', 'date', 'time', 'urgency', 'message'),
  tracked: (booking, now, calendar) => ({
    actions: isOpen(booking, now, calendar) ? ['reschedule', 'cancel'] : [],
    appointment: {
      ...pick(booking, 'date', 'time'),
      timeZone: calendar.timeZone,
      startsAt: beginningOfSlot(booking, calendar).toISOString(),
    },
  }),
  audited: (booking) => pick(booking, 'date', 'time'),
} satisfies RequestKindDeclaration<RepairBooking>;
