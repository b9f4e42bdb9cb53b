import type { BodyOf, createRepairBooking, updateRepairBooking as updateEndpoint } from '@kinmel/contracts';
import type { Call } from '@kinmel/service-kit';
import type { KindsContext } from '../request-stores.ts';
import { type Caller, changeByLink, changeByStaff } from '../requests/change-request.ts';
import { setStatus, unchangedState } from '../requests/request.rules.ts';
import { type FormCall, submitRequest } from '../requests/submit-request.ts';
import { moveBooking, type RepairBooking, repairRules } from './repair-booking.rules.ts';
import { refuseImpossibleSlot, type Slot } from './slot.rules.ts';
import { refuseSlotNotAhead } from './slots.ts';

const bookingsOf = (context: KindsContext) => context.requests['repair-booking'];

/** Booking and seat are saved in one write, so that no seat is taken twice (SR-B4). */
export async function bookRepair(
  context: KindsContext,
  call: FormCall<BodyOf<typeof createRepairBooking>>,
): Promise<RepairBooking> {
  const { body } = call;
  refuseImpossibleSlot(body, context.now(), context.calendar);
  return submitRequest(context, bookingsOf(context), call, body.email, async () => body);
}

async function refuseUnbookable(context: KindsContext, slot: Slot): Promise<void> {
  refuseImpossibleSlot(slot, context.now(), context.calendar);
  await refuseSlotNotAhead({ ...context, ...bookingsOf(context) }, slot);
}

/** Staff set a status, notes or another slot. */
export async function updateRepairBooking(
  context: KindsContext,
  id: string,
  { status, adminNotes: note = '', date, time, version }: BodyOf<typeof updateEndpoint>,
  caller: Caller,
): Promise<RepairBooking> {
  const newSlot = date === undefined || time === undefined ? undefined : { date, time };
  if (newSlot) await refuseUnbookable(context, newSlot);
  return changeByStaff(context, bookingsOf(context), id, caller, (booking, changeContext) => {
    const move = newSlot
      ? moveBooking(booking, { ...newSlot, note, version }, changeContext)
      : unchangedState(booking);
    const isMoved = move.events.length > 0;
    const change = {
      status: status ?? booking.status,
      // The move already has the note.
      note: isMoved && status === undefined ? '' : note,
      version: isMoved ? undefined : version,
    };
    const statusChange = setStatus(repairRules, move.state, change, changeContext);
    return { state: statusChange.state, events: [...move.events, ...statusChange.events] };
  });
}

/** The customer moves the booking by the link. Moves are limited, because each one sends a mail (SR-B10). */
export async function rescheduleRepair(
  context: KindsContext,
  tokenHash: string,
  newSlot: Slot,
  { traceparent, address }: Pick<Call<unknown, unknown, unknown>, 'traceparent' | 'address'>,
): Promise<RepairBooking> {
  await refuseUnbookable(context, newSlot);
  return changeByLink(
    context,
    bookingsOf(context),
    tokenHash,
    { traceparent },
    (booking, changeContext) => moveBooking(booking, newSlot, changeContext),
    async ({ id, email }) => {
      await context.limits.admitMoveOf(id);
      await context.limits.admit('repair-move', { address, email }, async () => undefined);
    },
  );
}
