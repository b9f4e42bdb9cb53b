import {
  type RepairBookingStatus,
  repairBookingCancelled,
  repairBookingLife,
  repairBookingMoved,
  repairBookingReceived,
  repairBookingStatusChanged,
  type repairModels,
  type repairUrgencies,
  stepBetween,
} from '@kinmel/contracts';
import { daysLater, endOf, ProblemError } from '@kinmel/service-kit';
import {
  type Change,
  type KindRules,
  nextState,
  type RequestEventContext,
  type RequestState,
  refuseStale,
  requestEvent,
  rulesOfLife,
  unchangedState,
} from '../requests/request.rules.ts';
import { beginningOfSlot, type Slot, type SlotCalendar } from './slot.rules.ts';

export interface RepairBooking extends RequestState<RepairBookingStatus>, Slot {
  readonly model: (typeof repairModels)[number];
  readonly urgency: (typeof repairUrgencies)[number];
  readonly message: string;
}

/** SR-B4: a booking that is not cancelled has a seat. */
export const holdsSeat = ({ status }: Pick<RepairBooking, 'status'>): boolean => status !== 'cancelled';

const appointmentOf = ({ date, time }: Slot, { timeZone }: SlotCalendar) => ({ date, time, timeZone });
const slotText = ({ date, time }: Slot) => `${date} ${time}`;

/** SR-B7: the customer may cancel or move a booking until the repair starts. */
export const isOpen = (booking: RepairBooking, now: Date, calendar: SlotCalendar): boolean =>
  stepBetween(repairBookingLife, booking.status, 'cancelled', 'customer') !== undefined &&
  beginningOfSlot(booking, calendar) > now;

const tooLateText = 'This booking can not be changed any more. Please call us.';

/** Days from the appointment until the phone is repaired. */
const daysOfUrgency: Readonly<Record<RepairBooking['urgency'], number>> = { high: 0, medium: 3, low: 7 };

export const repairRules: KindRules<RepairBooking> & { readonly kind: 'repair-booking' } = {
  kind: 'repair-booking',
  subjectOf: ({ model }) => `Repair of ${model}`,
  ...rulesOfLife(repairBookingLife, 'cancelled'),
  /** SR-G13: the appointment; once the repair has started, the days of its urgency. */
  promisedAtOf: (booking, calendar) =>
    booking.status === 'in-repair'
      ? endOf(daysLater(booking.date, daysOfUrgency[booking.urgency]), calendar)
      : beginningOfSlot(booking, calendar),
  receivedEvent: () => [repairBookingReceived, {}],
  statusEvent: ({ from, to, by, note }) =>
    to === 'cancelled'
      ? [repairBookingCancelled, { by, note }]
      : [repairBookingStatusChanged, { from, to, note }],
  eventData: (booking, calendar) => ({
    appointment: appointmentOf(booking, calendar),
    startsAt: beginningOfSlot(booking, calendar).toISOString(),
  }),
  cancelling: { may: isOpen, refusal: () => tooLateText, doneText: 'Your repair booking is cancelled.' },
  personal: () => ({ message: '' }),
};

/** SR-B8: moves a booking to another slot. Moving to the same slot changes nothing. */
export function moveBooking(
  booking: RepairBooking,
  newSlot: Slot & { readonly note?: string; readonly version?: number | undefined },
  context: RequestEventContext,
): Change<RepairBooking> {
  refuseStale(booking, newSlot.version);
  if (slotText(booking) === slotText(newSlot)) return unchangedState(booking);
  const { actor, calendar, now } = context;
  const mayMove = actor.by === 'customer' ? isOpen(booking, now, calendar) : holdsSeat(booking);
  if (!mayMove) throw new ProblemError('conflict', tooLateText);
  const { note = '' } = newSlot;
  const fields = { date: newSlot.date, time: newSlot.time, adminNotes: note || booking.adminNotes };
  const step = { what: 'time' as const, from: slotText(booking), to: slotText(newSlot), note };
  const after = nextState(booking, fields, context, step);
  const data = { from: appointmentOf(booking, calendar), by: actor.by, note };
  return { state: after, events: [requestEvent(repairRules, after, [repairBookingMoved, data], context)] };
}
