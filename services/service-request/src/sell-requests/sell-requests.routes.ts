import {
  type BodyOf,
  sellRequestEndpoints as endpoints,
  trackingEndpoints as trackedEndpoints,
} from '@kinmel/contracts';
import { removePersonalPicture } from '@kinmel/pictures';
import { BytesAnswer, type IsAdminBrowser, type Route, route, toMinorUnits } from '@kinmel/service-kit';
import { estimate, knownModels } from '../estimates/estimate.rules.ts';
import type { KindsContext } from '../request-stores.ts';
import {
  type Caller,
  changeByLink,
  changeByStaff,
  findRequest,
  removeByStaff,
  requestNotFound,
  updateStatus,
} from '../requests/change-request.ts';
import { pageOfRequests, staffAnswer, trackedAnswer } from '../requests/request-answer.ts';
import { type FormCall, submitRequest } from '../requests/submit-request.ts';
import { linkOfKind } from '../tracking/tracking.routes.ts';
import { answerQuote, quote, removeRequest, type SellRequest } from './sell-request.rules.ts';
import { estimateAnswer, sellRequest } from './sell-request-kind.ts';

export interface SellRequestsContext extends KindsContext {
  readonly quoteDays: number;
  /** Lets staff see photos. */
  readonly isAdminBrowser: IsAdminBrowser;
}

const success = true as const;
const dayMs = 24 * 60 * 60_000;
const answer = (request: SellRequest) => staffAnswer(sellRequest, request);

/** Submits a request with the estimate that its seller saw. */
export const submitSellRequest = (
  context: KindsContext,
  call: FormCall<BodyOf<typeof endpoints.submitSellRequest>>,
): Promise<SellRequest> => {
  const { fullName: name, contactEmail: email, contactPhone: phone, expectedPrice, ...fields } = call.body;
  return submitRequest(context, context.requests['sell-request'], call, email, async () => ({
    ...fields,
    name,
    email,
    phone,
    expectedPriceInMinorUnits: toMinorUnits(expectedPrice),
    estimate: estimate(fields),
    quotedPriceInMinorUnits: null,
    quoteValidUntil: null,
    quoteVersion: null,
  }));
};

/** Quotes a price that is valid for `quoteDays` days. */
export const quoteSellRequest = (
  context: SellRequestsContext,
  id: string,
  { estimatedPrice, adminNotes = '', ...wanted }: BodyOf<typeof endpoints.quoteSellRequest>,
  caller: Caller,
): Promise<SellRequest> =>
  changeByStaff(context, context.requests['sell-request'], id, caller, (request, change) => {
    const validUntil = new Date(change.now.getTime() + context.quoteDays * dayMs);
    const named = { priceInMinorUnits: toMinorUnits(estimatedPrice), note: adminNotes, validUntil };
    return quote(request, { ...wanted, version: wanted.version, ...named }, change);
  });

export const answerSellQuote = (
  context: KindsContext,
  tokenHash: string,
  given: 'accepted' | 'rejected',
  seenVersion: number,
  caller: Pick<Caller, 'traceparent'>,
): Promise<SellRequest> =>
  changeByLink(context, context.requests['sell-request'], tokenHash, caller, (request, change) =>
    answerQuote(request, given, seenVersion, change),
  );

export function sellRequestsRoutes(context: SellRequestsContext): Route[] {
  const { links, photos, logger } = context;
  const requests = context.requests['sell-request'];
  const decide = async (
    given: 'accepted' | 'rejected',
    message: string,
    {
      params,
      body,
      ...caller
    }: { params: { token: string }; body: { version: number }; traceparent: string },
  ) => {
    const hash = linkOfKind(context, 'sell-request', params.token);
    const request = await answerSellQuote(context, hash, given, body.version, caller);
    return { success, message, data: trackedAnswer(sellRequest, request, context) };
  };
  return [
    route(endpoints.submitSellRequest, async (call) => ({
      success,
      message:
        'Your phone selling request has been submitted successfully! We will contact you within 24 hours with a quote.',
      trackingLink: links.linkOf(sellRequest, await submitSellRequest(context, call)),
    })),
    route(endpoints.listSellModels, () => Promise.resolve({ success, data: knownModels() })),
    route(endpoints.estimateSellPrice, ({ query }) =>
      Promise.resolve({ success, data: estimateAnswer(estimate(query)) }),
    ),
    route(endpoints.listSellRequests, async ({ query }) => {
      const { states, pagination } = await pageOfRequests(requests, query);
      return { success, data: { requests: states.map(answer), pagination } };
    }),
    route(endpoints.getSellRequest, async ({ params }) => ({
      success,
      data: answer(await findRequest(requests, params.id)),
    })),
    route(endpoints.updateSellRequestStatus, async ({ params, body, ...caller }) => ({
      success,
      data: answer(await updateStatus(context, requests, params.id, body, caller)),
    })),
    route(endpoints.quoteSellRequest, async ({ params, body, ...caller }) => ({
      success,
      data: answer(await quoteSellRequest(context, params.id, body, caller)),
    })),
    route(endpoints.deleteSellRequest, async ({ params: { id }, query, ...caller }) => {
      const removed = await removeByStaff(context, requests, id, caller, (request, change) =>
        removeRequest(request, query.version, change),
      );
      if (removed.photoId !== null) await removePersonalPicture(photos.store, removed.photoId, logger);
      return { success, data: { id } };
    }),
    route(endpoints.getSellPhoto, async ({ params, identity, headers }) => {
      const isStaff = identity?.role === 'admin' || (await context.isAdminBrowser(headers));
      const request = isStaff ? await requests.find(params.id) : undefined;
      const bytes = request?.photoId ? await photos.read(request.photoId) : undefined;
      if (!bytes) throw requestNotFound();
      return new BytesAnswer(bytes, 'image/webp');
    }),
    route(trackedEndpoints.acceptQuote, (call) =>
      decide('accepted', 'Thank you! We will contact you about the hand-over.', call),
    ),
    route(trackedEndpoints.declineQuote, (call) => decide('rejected', 'You declined our offer.', call)),
  ];
}
