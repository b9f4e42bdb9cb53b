import { createHash } from 'node:crypto';
import { type BodyOf, returnEndpoints as endpoints, type OrderToReturn } from '@kinmel/contracts';
import { type PhotosForStaff, photoForStaff, unusedPhotos } from '@kinmel/pictures';
import { type Call, ProblemError, type Route, readIdempotencyKey, route } from '@kinmel/service-kit';
import { photosInUse, photosOf, type RequestPhoto } from '../photos/photos-of-request.rules.ts';
import type { KindsContext } from '../request-stores.ts';
import { type Caller, changeByStaff, findRequest, updateStatus } from '../requests/change-request.ts';
import { pageOfRequests, staffAnswer } from '../requests/request-answer.ts';
import { type FormCall, submitRequest } from '../requests/submit-request.ts';
import { claimGoods, type OrderClient, settleReturnClaim } from './claim-return.ts';
import { inspect, pricedReturn, type Return } from './return.rules.ts';
import { returnKind } from './return-kind.ts';

export interface ReturnsContext extends KindsContext, PhotosForStaff {
  readonly order: OrderClient;
}

/** SR-R1: an order of the caller. Another customer's order is not found, like an unknown one. */
async function ownOrder(
  context: ReturnsContext,
  orderId: string,
  { identity, traceparent }: Pick<Call<unknown, unknown, unknown, 'customer'>, 'identity' | 'traceparent'>,
  returnId?: string,
): Promise<OrderToReturn> {
  const order = await context.order.read(orderId, traceparent, returnId);
  // The token of a deleted account is valid for some minutes.
  if (identity.userId !== order.userId || (await context.deletedAccounts.has(order.userId)))
    throw new ProblemError('not-found', 'There is no such order.');
  return order;
}

type ReturnCaller = Pick<Call<unknown, unknown, unknown, 'customer'>, 'isStaff' | 'identity'>;

/** SR-R8: the owner of the photos that a caller uploads and uses; empty for staff. */
const photoOwner = ({ isStaff, identity }: ReturnCaller): string => (isStaff ? '' : identity.userId);

/** SR-R8: uploaded photos that belong to no request yet. */
async function newPhotos(
  { requests, photos }: KindsContext,
  ids: readonly string[],
  by: RequestPhoto['by'],
  ownerId = '',
): Promise<RequestPhoto[]> {
  const unused = await unusedPhotos(photos, ids, (photoIds) => photosInUse(requests, photoIds), ownerId);
  return unused.map((id) => ({ id, by }));
}

/** The same id for all retries of a call, so that they share one claim. */
export const idOfKey = (key: string): string =>
  createHash('sha256').update(`return ${key}`).digest('hex').slice(0, 24);

/** Name, e-mail and phone come from the order, which claims the goods before the return is saved (SR-R3). */
export function submitReturn(
  context: ReturnsContext,
  call: FormCall<BodyOf<typeof endpoints.submitReturn>, 'customer'> & ReturnCaller,
): Promise<Return> {
  const { body, headers, traceparent } = call;
  const key = readIdempotencyKey(headers['idempotency-key']);
  const id = key === undefined ? context.newId() : idOfKey(key);
  const fieldsOf = async () => {
    const { lines: requestedLines, orderId, photoIds, ...form } = body;
    // Another call with the same key may have claimed the goods already.
    const order = await ownOrder(context, orderId, call, id);
    const fields = {
      ...form,
      ...order.customer,
      orderId: order.orderId,
      orderNumber: order.orderNumber,
      ...pricedReturn(order, requestedLines),
      offeredRefund: null,
      photos: await newPhotos(context, photoIds, 'customer', photoOwner(call)),
      isClaimed: true,
    };
    await claimGoods(context.order, { ...fields, id }, 0, traceparent);
    return fields;
  };
  return submitRequest(context, context.requests.return, call, undefined, fieldsOf, { id });
}

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

const answer = (request: Return) => staffAnswer(returnKind, request);

export function returnsRoutes(context: ReturnsContext): Route[] {
  const { links, limits, photos } = context;
  const { return: returns } = context.requests;
  return [
    route(endpoints.getOrderForReturn, ({ params, ...caller }) => ownOrder(context, params.orderId, caller)),
    route(endpoints.uploadReturnPhoto, async ({ file, address, ...caller }) => {
      const storePhoto = () => photos.keep(file?.buffer ?? Buffer.alloc(0), photoOwner(caller));
      const sender = { address, userId: caller.identity.userId };
      const photoId = await (caller.isStaff
        ? storePhoto()
        : limits.admit('return-photo', sender, storePhoto));
      return { photoId };
    }),
    route(endpoints.submitReturn, async (call) => ({
      message: 'We have your return. Our staff look at it within one business day.',
      trackingLink: links.linkOf(returnKind, await submitReturn(context, call)),
    })),
    route(endpoints.listReturns, async ({ query }) => {
      const { states, pagination } = await pageOfRequests(returns, query);
      return { returns: states.map((one) => staffAnswer(returnKind, one)), pagination };
    }),
    route(endpoints.getReturn, async ({ params }) => answer(await findRequest(returns, params.id))),
    route(endpoints.updateReturnStatus, async ({ params, body, ...caller }) =>
      answer(await updateStatus(context, returns, params.id, body, caller)),
    ),
    route(endpoints.settleReturnClaim, async ({ params }) => ({
      state: await settleReturnClaim(context, params.returnId),
    })),
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
