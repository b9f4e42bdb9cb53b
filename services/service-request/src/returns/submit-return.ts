import {
  type BodyOf,
  type returnEndpoints as endpoints,
  type OrderToReturn,
  readOrderToReturn,
} from '@kinmel/contracts';
import { type Call, ProblemError, type ServiceClient } from '@kinmel/service-kit';
import { photosInUse } from '../photos/photos-in-use.ts';
import type { KindsContext } from '../request-stores.ts';
import type { RequestPhoto } from '../requests/request.rules.ts';
import { type FormCall, submitRequest } from '../requests/submit-request.ts';
import { piecesOf, pricedReturn, problemOf, type Return } from './return.rules.ts';

/** Reads an order from order; undefined for an unknown one. Rejects when order does not answer. */
export type ReadOrder = (orderId: string, traceparent: string) => Promise<OrderToReturn | undefined>;

export const ordersFrom =
  (order: ServiceClient): ReadOrder =>
  async (orderId, traceparent) => {
    try {
      return (await order.call(readOrderToReturn, { params: { orderId }, traceparent })).data;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not-found') return undefined;
      throw error;
    }
  };

export interface ReturnsContext extends KindsContext {
  readonly readOrder: ReadOrder;
}

type Caller = Pick<Call<unknown, unknown, unknown>, 'identity' | 'traceparent'>;

/** R1: an order of the caller. That of another customer is as unknown as any other. */
async function ownOrder(
  { readOrder, deletedAccounts }: ReturnsContext,
  orderId: string,
  { identity, traceparent }: Caller,
): Promise<OrderToReturn> {
  const order = await readOrder(orderId, traceparent);
  // The token of a deleted account is valid for some minutes.
  if (order === undefined || identity?.userId !== order.userId || (await deletedAccounts.has(order.userId)))
    throw new ProblemError('not-found', 'Order not found');
  return order;
}

/** An order with what of it can still be returned. */
export async function orderForReturn(context: ReturnsContext, orderId: string, caller: Caller) {
  const order = await ownOrder(context, orderId, caller);
  const before = await context.requests.return.ofOrder(orderId);
  return { ...order, problem: problemOf(order, before), returned: piecesOf(before) };
}

/** R8: uploaded photos that belong to no request yet. */
export async function newPhotos(
  { requests, photos }: KindsContext,
  ids: readonly string[],
  by: RequestPhoto['by'],
): Promise<RequestPhoto[]> {
  const used = await photosInUse(requests, ids);
  for (const id of ids)
    if (used.has(id) || (await photos.read(id)) === undefined)
      throw new ProblemError('conflict', 'A photo is not there any more. Please add it again.', [
        { path: 'photoIds', message: id },
      ]);
  return [...new Set(ids)].map((id) => ({ id, by }));
}

/** Name, e-mail and phone come from the order. */
export function submitReturn(
  context: ReturnsContext,
  call: FormCall<BodyOf<typeof endpoints.submitReturn>>,
): Promise<Return> {
  const { body, identity } = call;
  const { return: returns } = context.requests;
  return submitRequest(context, returns, call, identity?.userId ?? '', async () => {
    const { orderId, orderNumber, customer, ...order } = await ownOrder(context, body.orderId, call);
    const before = await returns.ofOrder(orderId);
    return {
      ...customer,
      orderId,
      orderNumber,
      turn: before.length + 1,
      ...pricedReturn({ orderId, orderNumber, customer, ...order }, before, body.lines),
      reason: body.reason,
      message: body.message,
      refundTo: body.refundTo,
      offeredRefundInMinorUnits: null,
      photos: await newPhotos(context, body.photoIds, 'customer'),
    };
  });
}
