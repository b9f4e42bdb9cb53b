import type { BodyOf, updatePhoneOrder as endpoint } from '@kinmel/contracts';
import type { Call } from '@kinmel/service-kit';
import { changeRequest, staff } from '../requests/change-request.ts';
import { customer } from '../requests/request.rules.ts';
import type { PhoneOrdersContext } from './order-phone.ts';
import { cancelPhoneOrder as cancel, type PhoneOrder, setPhoneOrderStatus } from './phone-order.rules.ts';

type Caller = Pick<Call<unknown, unknown, unknown>, 'identity' | 'traceparent'> &
  Partial<Pick<Call<unknown, unknown, unknown>, 'staff'>>;

/** AAPI-17. */
export const updatePhoneOrder = (
  context: PhoneOrdersContext,
  id: string,
  { status, adminNotes = '', version }: BodyOf<typeof endpoint>,
  { identity, traceparent, staff: by }: Caller,
): Promise<PhoneOrder> =>
  changeRequest(
    context,
    context.phoneOrders,
    'phone-order',
    () => context.phoneOrders.find(id),
    { actor: staff(identity), traceparent, staff: by },
    (order, change) => setPhoneOrderStatus(order, { status, note: adminNotes, version }, change),
  );

/** Its customer cancels it by the link. */
export const cancelPhoneOrder = (
  context: PhoneOrdersContext,
  tokenHash: string,
  { traceparent }: Caller,
): Promise<PhoneOrder> =>
  changeRequest(
    context,
    context.phoneOrders,
    'phone-order',
    () => context.phoneOrders.findByTokenHash(tokenHash),
    { actor: customer, traceparent },
    cancel,
  );
