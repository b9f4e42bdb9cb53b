import { sellRequestEndpoints as endpoints } from '@kinmel/contracts';
import { CachedResponse, type Route, route } from '@kinmel/service-kit';
import { estimate, knownModels } from '../estimates/estimate.rules.ts';
import { requestNotFound } from '../requests/change-request.ts';
import { pageOf, paginationOf } from '../requests/request-answer.ts';
import { quoteSellRequest, updateSellStatus } from './change-sell-request.ts';
import { deleteSellRequest } from './delete-sell-request.ts';
import { estimateAnswer, sellRequestAnswer } from './sell-request-answer.ts';
import { type SellRequestsContext, submitSellRequest } from './submit-sell-request.ts';

const success = true as const;

export const sellRequestsRoutes = (context: SellRequestsContext): Route[] => [
  route(endpoints.submitSellRequest, async (call) => ({
    success,
    /** ERR-24. */
    message:
      'Your phone selling request has been submitted successfully! We will contact you within 24 hours with a quote.',
    trackingLink: context.links.linkOf('sell-request', await submitSellRequest(context, call)),
  })),
  route(endpoints.listSellModels, () => Promise.resolve({ success, data: knownModels() })),
  route(endpoints.estimateSellPrice, ({ query }) =>
    Promise.resolve({ success, data: estimateAnswer(estimate(query)) }),
  ),
  route(endpoints.listSellRequests, async ({ query }) => {
    const { states, total } = await context.sellRequests.list(pageOf(query));
    return {
      success,
      data: { requests: states.map(sellRequestAnswer), pagination: paginationOf(query, total) },
    };
  }),
  route(endpoints.getSellRequest, async ({ params }) => {
    const request = await context.sellRequests.find(params.id);
    if (!request) throw requestNotFound();
    return { success, data: sellRequestAnswer(request) };
  }),
  route(endpoints.updateSellRequestStatus, async ({ params, body, ...caller }) => ({
    success,
    data: sellRequestAnswer(await updateSellStatus(context, params.id, body, caller)),
  })),
  route(endpoints.quoteSellRequest, async ({ params, body, ...caller }) => ({
    success,
    data: sellRequestAnswer(await quoteSellRequest(context, params.id, body, caller)),
  })),
  route(endpoints.deleteSellRequest, async ({ params, query, ...caller }) => {
    await deleteSellRequest(context, params.id, query.version, caller);
    return { success, data: { id: params.id } };
  }),
  route(endpoints.getSellPhoto, async ({ params, identity, headers }) => {
    const isStaff = identity?.role === 'admin' || (await context.isAdminBrowser(headers));
    if (!isStaff) throw requestNotFound();
    const request = await context.sellRequests.find(params.id);
    const bytes = request?.photoId ? await context.photos.read(request.photoId) : undefined;
    if (!bytes) throw requestNotFound();
    return new CachedResponse(bytes, undefined, 'image/webp');
  }),
];
