import type { BodyOf, updatePhoneOrder as endpoint } from '@kinmel/contracts';
import type { Call } from '@kinmel/service-kit';
import { type Change, changeRequest } from '../requests/change-request.ts';
import { type Actor, customer } from '../requests/request.rules.ts';
import type { PhoneOrdersContext } from './order-phone.ts';
import {
  cancelPhoneOrder as cancel,
  type PhoneOrder,
  type PhoneOrderContext,
  setPhoneOrderStatus,
} from './phone-order.rules.ts';

type Caller = Pick<Call<unknown, unknown, unknown>, 'identity' | 'traceparent'>;

const changeOrder = (
  context: PhoneOrdersContext,
  read: () => Promise<PhoneOrder | undefined>,
  { actor, traceparent }: { readonly actor: Actor; readonly traceparent: string | undefined },
  decide: (order: PhoneOrder, change: PhoneOrderContext) => Change<PhoneOrder>,
): Promise<PhoneOrder> =>
  changeRequest(context, context.phoneOrders, 'phone-order', read, (order) =>
    decide(order, {
      now: context.now(),
      actor,
      traceparent,
      sealedTrackingToken: context.links.sealedTokenOf('phone-order', order),
    }),
  );

/** AAPI-17. */
export const updatePhoneOrder = (
  context: PhoneOrdersContext,
  id: string,
  { status, adminNotes = '', version }: BodyOf<typeof endpoint>,
  { identity, traceparent }: Caller,
): Promise<PhoneOrder> =>
  changeOrder(
    context,
    () => context.phoneOrders.find(id),
    { actor: { by: 'admin', who: identity?.userId ?? null }, traceparent },
    (order, change) => setPhoneOrderStatus(order, { status, note: adminNotes, version }, change),
  );

/** Its customer cancels it by the link. */
export const cancelPhoneOrder = (
  context: PhoneOrdersContext,
  tokenHash: string,
  { traceparent }: Caller,
): Promise<PhoneOrder> =>
  changeOrder(
    context,
    () => context.phoneOrders.findByTokenHash(tokenHash),
    { actor: customer, traceparent },
    cancel,
  );
