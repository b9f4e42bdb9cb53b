import { type BodyOf, returnEndpoints as endpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { type PhotosForStaff, photoForStaff } from '../photos/photo-for-staff.ts';
import { type Caller, changeByStaff, findRequest, updateStatus } from '../requests/change-request.ts';
import { photosOf } from '../requests/request.rules.ts';
import { pageOfRequests, staffAnswer } from '../requests/request-answer.ts';
import { inspect, type Return } from './return.rules.ts';
import { returned } from './return-kind.ts';
import { newPhotos, orderForReturn, type ReturnsContext, submitReturn } from './submit-return.ts';

const success = true as const;
const answer = (request: Return) => staffAnswer(returned, request);

/** Staff record the inspection of the goods (R6). */
export async function inspectReturn(
  context: ReturnsContext,
  id: string,
  body: BodyOf<typeof endpoints.inspectReturn>,
  caller: Caller,
): Promise<Return> {
  const photos = await newPhotos(context, body.photoIds, 'admin');
  const { adminNotes: note = '', offeredRefund, version, lines } = body;
  const found = {
    lines,
    note,
    version,
    photos,
    offeredRefundInMinorUnits: offeredRefund?.amountInMinorUnits,
  };
  return changeByStaff(context, context.requests.return, id, caller, (request, change) =>
    inspect(request, found, change),
  );
}

export function returnsRoutes(context: ReturnsContext & PhotosForStaff): Route[] {
  const { links, limits, photos } = context;
  const { return: returns } = context.requests;
  return [
    route(endpoints.getOrderForReturn, async ({ params, ...caller }) => ({
      success,
      data: await orderForReturn(context, params.orderId, caller),
    })),
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
      return { success, data: { returns: states.map(answer), pagination } };
    }),
    route(endpoints.getReturn, async ({ params }) => ({
      success,
      data: answer(await findRequest(returns, params.id)),
    })),
    route(endpoints.updateReturnStatus, async ({ params, body, ...caller }) => ({
      success,
      data: answer(await updateStatus(context, returns, params.id, body, caller)),
    })),
    route(endpoints.inspectReturn, async ({ params, body, ...caller }) => ({
      success,
      data: answer(await inspectReturn(context, params.id, body, caller)),
    })),
    route(endpoints.getReturnPhoto, (call) =>
      photoForStaff(context, call, async () => {
        const request = await returns.find(call.params.id);
        return request && photosOf(request).find((id) => id === call.params.photoId);
      }),
    ),
  ];
}
