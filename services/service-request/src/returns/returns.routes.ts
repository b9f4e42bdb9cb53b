import {
  type BodyOf,
  returnEndpoints as endpoints,
  type OrderToReturn,
  readOrderToReturn,
} from '@kinmel/contracts';
import { type PhotosForStaff, photoForStaff, unusedPhotos } from '@kinmel/pictures';
import { type Call, ProblemError, type Route, route, type ServiceClient } from '@kinmel/service-kit';
import { photosInUse, photosOf, type RequestPhoto } from '../photos/photos-of-request.rules.ts';
import type { KindsContext } from '../request-stores.ts';
import { type Caller, changeByStaff, findRequest, updateStatus } from '../requests/change-request.ts';
import { pageOfRequests, staffAnswer } from '../requests/request-answer.ts';
import { type FormCall, submitRequest } from '../requests/submit-request.ts';
import { inspect, piecesOf, pricedReturn, problemOf, type Return } from './return.rules.ts';
import { returned } from './return-kind.ts';

/** Reads an order from order. Rejects with not-found, or when order does not answer. */
export type ReadOrder = (orderId: string, traceparent: string) => Promise<OrderToReturn>;

export const ordersFrom =
  (order: ServiceClient): ReadOrder =>
  async (orderId, traceparent) =>
    (await order.call(readOrderToReturn, { params: { orderId }, traceparent })).data;

export interface ReturnsContext extends KindsContext, PhotosForStaff {
  readonly readOrder: ReadOrder;
}

/** R1: an order of the caller with its returns. That of another customer is as unknown as any other. */
async function ownOrder(
  { readOrder, deletedAccounts, requests }: ReturnsContext,
  orderId: string,
  { identity, traceparent }: Pick<Call<unknown, unknown, unknown>, 'identity' | 'traceparent'>,
) {
  const order = await readOrder(orderId, traceparent);
  // The token of a deleted account is valid for some minutes.
  if (identity?.userId !== order.userId || (await deletedAccounts.has(order.userId)))
    throw new ProblemError('not-found', 'There is no such order.');
  return { order, before: await requests.return.listOwn(order.userId, { orderId: order.orderId }) };
}

/** R8: uploaded photos that belong to no request yet. */
async function newPhotos(
  { requests, photos }: KindsContext,
  ids: readonly string[],
  by: RequestPhoto['by'],
): Promise<RequestPhoto[]> {
  const unused = await unusedPhotos(photos, ids, (some) => photosInUse(requests, some));
  return unused.map((id) => ({ id, by }));
}

/** Name, e-mail and phone come from the order. */
export const submitReturn = (
  context: ReturnsContext,
  call: FormCall<BodyOf<typeof endpoints.submitReturn>>,
): Promise<Return> =>
  submitRequest(context, context.requests.return, call, call.identity?.userId ?? '', async () => {
    const { lines, orderId, photoIds, ...form } = call.body;
    const { order, before } = await ownOrder(context, orderId, call);
    return {
      ...form,
      ...order.customer,
      orderId: order.orderId,
      orderNumber: order.orderNumber,
      turn: before.length + 1,
      ...pricedReturn(order, before, lines),
      offeredRefund: null,
      photos: await newPhotos(context, photoIds, 'customer'),
    };
  });

export const recordInspection = async (
  context: ReturnsContext,
  id: string,
  body: BodyOf<typeof endpoints.inspectReturn>,
  caller: Caller,
): Promise<Return> => {
  const photos = await newPhotos(context, body.photoIds, 'admin');
  return changeByStaff(context, context.requests.return, id, caller, (request, change) =>
    inspect(request, body, photos, change),
  );
};

const success = true as const;
const answer = (request: Return) => ({ success, data: staffAnswer(returned, request) });

export function returnsRoutes(context: ReturnsContext): Route[] {
  const { links, limits, photos } = context;
  const { return: returns } = context.requests;
  return [
    route(endpoints.getOrderForReturn, async ({ params, ...caller }) => {
      const { order, before } = await ownOrder(context, params.orderId, caller);
      return { success, data: { ...order, problem: problemOf(order, before), returned: piecesOf(before) } };
    }),
    route(endpoints.uploadReturnPhoto, async ({ file, identity, address }) => {
      if (identity?.role !== 'admin') await limits.admit('return-photo', address, identity?.userId ?? '');
      return { success, data: { photoId: await photos.keep(file?.buffer ?? Buffer.alloc(0)) } };
    }),
    route(endpoints.submitReturn, async (call) => ({
      success,
      message: 'We have your return. Our staff look at it within one business day.',
      trackingLink: links.linkOf(returned, await submitReturn(context, call)),
    })),
    route(endpoints.listReturns, async ({ query }) => {
      const { states, pagination } = await pageOfRequests(returns, query);
      return { success, data: { returns: states.map((one) => staffAnswer(returned, one)), pagination } };
    }),
    route(endpoints.getReturn, async ({ params }) => answer(await findRequest(returns, params.id))),
    route(endpoints.updateReturnStatus, async ({ params, body, ...caller }) =>
      answer(await updateStatus(context, returns, params.id, body, caller)),
    ),
    route(endpoints.inspectReturn, async ({ params, body, ...caller }) =>
      answer(await recordInspection(context, params.id, body, caller)),
    ),
    route(endpoints.getReturnPhoto, (call) =>
      photoForStaff(context, call, async () => {
        const request = await returns.find(call.params.id);
        return request && photosOf(request).find((id) => id === call.params.photoId);
      }),
    ),
  ];
}
