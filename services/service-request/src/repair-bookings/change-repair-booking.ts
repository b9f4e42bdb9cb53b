import type { BodyOf, updateRepairBooking as endpoint } from '@kinmel/contracts';
import type { Call } from '@kinmel/service-kit';
import { type Change, type ChangedBy, changeRequest, staff } from '../requests/change-request.ts';
import { customer } from '../requests/request.rules.ts';
import type { RepairBookingsContext } from './book-repair.ts';
import {
  type BookingContext,
  cancelBooking,
  moveBooking,
  type RepairBooking,
  setBookingStatus,
} from './repair-booking.rules.ts';
import { refuseImpossibleSlot, type Slot } from './slot.rules.ts';
import { takingSeat } from './slots.ts';

type Caller = Pick<Call<unknown, unknown, unknown>, 'identity' | 'traceparent'> &
  Partial<Pick<Call<unknown, unknown, unknown>, 'staff'>>;

const changeBooking = (
  context: RepairBookingsContext,
  read: () => Promise<RepairBooking | undefined>,
  by: ChangedBy,
  decide: (booking: RepairBooking, change: BookingContext) => Change<RepairBooking>,
): Promise<RepairBooking> =>
  changeRequest(context, context.repairBookings, 'repair-booking', read, by, (booking, change) =>
    decide(booking, { ...change, calendar: context.calendar }),
  );

/** Staff set status and notes, move to another half hour, or both (SIL-39). */
export async function updateRepairBooking(
  context: RepairBookingsContext,
  id: string,
  { status, adminNotes: note = '', date, time, version }: BodyOf<typeof endpoint>,
  caller: Caller,
): Promise<RepairBooking> {
  const to = date === undefined || time === undefined ? undefined : { date, time };
  if (to) refuseImpossibleSlot(to, context.now(), context.calendar);
  return takingSeat(context, to, () =>
    changeBooking(
      context,
      () => context.repairBookings.find(id),
      { actor: staff(caller.identity), traceparent: caller.traceparent, staff: caller.staff },
      (booking, when) => {
        const moved = to
          ? moveBooking(booking, { ...to, note, version }, when)
          : { state: booking, events: [] };
        const set = setBookingStatus(
          moved.state,
          {
            status: status ?? booking.status,
            // The note of a move stands with the move.
            note: moved.events.length > 0 && status === undefined ? '' : note,
            version: moved.events.length > 0 ? undefined : version,
          },
          when,
        );
        return { state: set.state, events: [...moved.events, ...set.events] };
      },
    ),
  );
}

/** Its customer cancels it by the link. */
export const cancelRepair = (
  context: RepairBookingsContext,
  tokenHash: string,
  { traceparent }: Caller,
): Promise<RepairBooking> =>
  changeBooking(
    context,
    () => context.repairBookings.findByTokenHash(tokenHash),
    { actor: customer, traceparent },
    cancelBooking,
  );

/** Its customer moves it by the link; each move writes a mail, so that they are counted (B10). */
export function rescheduleRepair(
  context: RepairBookingsContext,
  tokenHash: string,
  to: Slot,
  { traceparent, address }: Caller & Pick<Call<unknown, unknown, unknown>, 'address'>,
): Promise<RepairBooking> {
  refuseImpossibleSlot(to, context.now(), context.calendar);
  return takingSeat(context, to, () =>
    changeBooking(
      context,
      () => context.repairBookings.findByTokenHash(tokenHash),
      {
        actor: customer,
        traceparent,
        admit: async ({ id, email }) => {
          await context.limits.admitMoveOf(id);
          await context.limits.admit('repair-move', address, email);
        },
      },
      (booking, when) => moveBooking(booking, to, when),
    ),
  );
}
