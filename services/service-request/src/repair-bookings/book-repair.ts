import type { BodyOf, createRepairBooking as endpoint } from '@kinmel/contracts';
import type { Call } from '@kinmel/service-kit';
import { customer } from '../requests/request.rules.ts';
import { type RequestsContext, submitRequest } from '../requests/submit-request.ts';
import { bookedEvent, newRepairBooking, type RepairBooking } from './repair-booking.rules.ts';
import { refuseImpossibleSlot } from './slot.rules.ts';
import { type SlotsContext, takingSeat } from './slots.ts';

/** What the use cases of repair bookings depend on. */
export interface RepairBookingsContext extends RequestsContext, SlotsContext {}

type Request = Pick<
  Call<unknown, unknown, BodyOf<typeof endpoint>>,
  'body' | 'identity' | 'address' | 'headers' | 'traceparent'
>;

/** Books a repair (API-30): the booking and its seat are one write, so that a seat is never taken twice (B4). */
export async function bookRepair(
  context: RepairBookingsContext,
  { body, identity, address, headers, traceparent }: Request,
): Promise<RepairBooking> {
  const { links, now, calendar, repairBookings } = context;
  const submission = {
    kind: 'repair-booking',
    address,
    email: body.email,
    idempotencyKey: headers['idempotency-key'],
    identity,
    content: body,
  } as const;
  refuseImpossibleSlot(body, now(), calendar);
  return submitRequest(
    context,
    {
      ...repairBookings,
      insert: (state, options) => takingSeat(context, state, () => repairBookings.insert(state, options)),
    },
    submission,
    (id, userId) => {
      const state = newRepairBooking(id, { ...body, userId }, now());
      const sealedTrackingToken = links.sealedTokenOf('repair-booking', state);
      const when = { now: state.createdAt, actor: customer, traceparent, sealedTrackingToken, calendar };
      return Promise.resolve({ state, events: [bookedEvent(state, when)] });
    },
  );
}
