import {
  type EventDefinition,
  type RepairBookingStatus,
  repairBookingCancelled,
  repairBookingMoved,
  repairBookingReceived,
  repairBookingStatusChanged,
  type repairModels,
  type repairUrgencies,
} from '@kinmel/contracts';
import { daysLater, endOf, ProblemError, type WireEvent } from '@kinmel/service-kit';
import type { Change } from '../requests/change-request.ts';
import { type Forgetting, forgettingOf, type Retention, type Stages } from '../requests/forget.rules.ts';
import {
  customer,
  next,
  type Promises,
  type RequestState,
  received,
  refuseStale,
  requestEvent,
  requireNote,
  type TellingContext,
} from '../requests/request.rules.ts';
import { beginningOfSlot, type Slot, type SlotCalendar } from './slot.rules.ts';

export interface RepairBooking extends RequestState<RepairBookingStatus>, Slot {
  readonly model: (typeof repairModels)[number];
  readonly urgency: (typeof repairUrgencies)[number];
  readonly message: string;
}

/** What an event needs besides the state: the sealed secret of the link, and what the clocks of the shop say. */
export interface BookingContext extends TellingContext {
  readonly calendar: SlotCalendar;
}

export const repairSubject = ({ model }: Pick<RepairBooking, 'model'>): string => `Repair of ${model}`;

/** B4: a booking stands while it is not cancelled; what stands has a seat. */
export const stands = ({ status }: Pick<RepairBooking, 'status'>): boolean => status !== 'cancelled';

const appointmentOf = ({ date, time }: Slot, { timeZone }: SlotCalendar) => ({ date, time, timeZone });
const slotText = ({ date, time }: Slot) => `${date} ${time}`;

const eventOf = (
  definition: EventDefinition,
  booking: RepairBooking,
  data: object,
  context: BookingContext,
): WireEvent =>
  requestEvent(
    definition,
    booking,
    repairSubject(booking),
    {
      appointment: appointmentOf(booking, context.calendar),
      startsAt: beginningOfSlot(booking, context.calendar).toISOString(),
      ...data,
    },
    context,
  );

/** B5: a new booking is pending, whatever the form says besides. */
export const newRepairBooking = (
  id: string,
  fields: Omit<RepairBooking, keyof ReturnType<typeof received>>,
  now: Date,
): RepairBooking => ({ ...fields, ...received(id, 'pending', { now, actor: customer }) });

export const bookedEvent = (booking: RepairBooking, context: BookingContext): WireEvent =>
  eventOf(repairBookingReceived, booking, {}, context);

/** What usually follows on each status. */
export const usualSteps: Readonly<Record<RepairBookingStatus, readonly RepairBookingStatus[]>> = {
  pending: ['confirmed', 'in-repair', 'cancelled'],
  confirmed: ['in-repair', 'cancelled'],
  'in-repair': ['done'],
  done: [],
  cancelled: [],
};

function withStatus(
  booking: RepairBooking,
  status: RepairBookingStatus,
  note: string,
  context: BookingContext,
): Change<RepairBooking> {
  const after = next(booking, { status, adminNotes: note || booking.adminNotes }, context, {
    what: 'status',
    from: booking.status,
    to: status,
    note,
  });
  const { by } = context.actor;
  const event =
    status === 'cancelled'
      ? eventOf(repairBookingCancelled, after, { by, note }, context)
      : eventOf(repairBookingStatusChanged, after, { from: booking.status, to: status, note }, context);
  return { state: after, events: [event] };
}

/** B6: staff may set any known status; a step back or over needs a note. What a cancelled booking comes back to needs a free seat. */
export function setBookingStatus(
  booking: RepairBooking,
  { status, note, version }: { status: RepairBookingStatus; note: string; version: number | undefined },
  context: BookingContext,
): Change<RepairBooking> {
  refuseStale(booking, version);
  if (status === booking.status && note === '') return { state: booking, events: [] };
  requireNote(usualSteps[booking.status].includes(status), note);
  return withStatus(booking, status, note, context);
}

/** Whether its customer may still cancel or move it: before the repair, and before its time (B7). */
export const isOpen = (booking: RepairBooking, now: Date, calendar: SlotCalendar): boolean =>
  (booking.status === 'pending' || booking.status === 'confirmed') &&
  beginningOfSlot(booking, calendar) > now;

const tooLate = () =>
  new ProblemError('conflict', 'This booking can not be changed any more. Please call us.');

/** B7: the holder of the link cancels while that is possible; again it is answered the same. */
export function cancelBooking(booking: RepairBooking, context: BookingContext): Change<RepairBooking> {
  if (booking.status === 'cancelled') return { state: booking, events: [] };
  if (!isOpen(booking, context.now, context.calendar)) throw tooLate();
  return withStatus(booking, 'cancelled', '', context);
}

/** B8: to another half hour, by its customer while that is possible, by staff while it stands. The same one changes nothing. */
export function moveBooking(
  booking: RepairBooking,
  to: Slot & { readonly note?: string; readonly version?: number | undefined },
  context: BookingContext,
): Change<RepairBooking> {
  refuseStale(booking, to.version);
  if (booking.date === to.date && booking.time === to.time) return { state: booking, events: [] };
  const mayMove =
    context.actor.by === 'customer' ? isOpen(booking, context.now, context.calendar) : stands(booking);
  if (!mayMove) throw tooLate();
  const { note = '' } = to;
  const after = next(
    booking,
    { date: to.date, time: to.time, adminNotes: note || booking.adminNotes },
    context,
    { what: 'time', from: slotText(booking), to: slotText(to), note },
  );
  const from = appointmentOf(booking, context.calendar);
  return {
    state: after,
    events: [eventOf(repairBookingMoved, after, { from, by: context.actor.by, note }, context)],
  };
}

/** Within so many days from the appointment a phone is repaired (RBOOK-06 to RBOOK-08). */
const daysOfUrgency: Readonly<Record<RepairBooking['urgency'], number>> = { high: 0, medium: 3, low: 7 };

/** The statuses in which a booking waits for staff. */
const openStatuses: readonly RepairBookingStatus[] = ['pending', 'confirmed', 'in-repair'];

/** G13: the half hour for which a repair is booked; from then on the days that its urgency names. */
function promisedAtOf(booking: RepairBooking, calendar: SlotCalendar): Date | null {
  const { status, date, urgency } = booking;
  if (!openStatuses.includes(status)) return null;
  return status === 'in-repair'
    ? endOf(daysLater(date, daysOfUrgency[urgency]), calendar)
    : beginningOfSlot(booking, calendar);
}

export const repairPromises = (calendar: SlotCalendar): Promises<RepairBooking> => ({
  openStatuses,
  promisedAtOf: (state) => promisedAtOf(state, calendar),
});

const stages: Stages<RepairBookingStatus> = {
  closed: ['done', 'cancelled'],
  begun: ['in-repair'],
  withdrawn: 'cancelled',
};

/** G10, G11. */
export const forgettingRepairBookings = (retention: Retention): Forgetting<RepairBooking> =>
  forgettingOf<RepairBooking, RepairBookingStatus>(stages, { message: '' }, retention);
