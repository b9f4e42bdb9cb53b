import { repairBookingStatuses, repairModels, repairUrgencies } from '@kinmel/contracts';
import type { RequestKindDeclaration } from '../requests/request-kind.ts';
import { isOpen, type RepairBooking, repairRules } from './repair-booking.rules.ts';
import { beginningOfSlot } from './slot.rules.ts';

const text = { type: String, required: true };

/** A repair at a half hour. */
export const repairBooking = {
  ...repairRules,
  linkLetter: 'b',
  collection: 'repair_bookings',
  statuses: repairBookingStatuses,
  fields: {
    model: { ...text, enum: repairModels },
    urgency: { ...text, enum: repairUrgencies },
    message: { type: String, default: '' },
    date: text,
    time: text,
    /** Day, half hour and number; absent on cancelled bookings (B4). */
    seat: String,
  },
  storeFields: ['seat'],
  indexes: [
    // What makes seats few.
    [{ seat: 1 }, { unique: true, partialFilterExpression: { seat: { $type: 'string' } } }],
    // The days that staff look at.
    [{ deletedAt: 1, date: 1, time: 1 }],
  ],
  searchedBy: ({ name, email, phone, model }) => [name, email, phone, model],
  subjectFields: ['model'],
  answer: (booking) => ({
    name: booking.name,
    email: booking.email,
    phone: booking.phone,
    model: booking.model,
    date: booking.date,
    time: booking.time,
    urgency: booking.urgency,
    message: booking.message,
  }),
  tracked: (booking, now, calendar) => ({
    actions: isOpen(booking, now, calendar) ? ['reschedule', 'cancel'] : [],
    appointment: {
      date: booking.date,
      time: booking.time,
      timeZone: calendar.timeZone,
      startsAt: beginningOfSlot(booking, calendar).toISOString(),
    },
  }),
  audited: ({ date, time }) => ({ date, time }),
} satisfies RequestKindDeclaration<RepairBooking>;
