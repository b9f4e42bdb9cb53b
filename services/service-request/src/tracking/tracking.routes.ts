import { trackingEndpoints as endpoints, type TrackedRequest } from '@kinmel/contracts';
import { fromMinorUnits, ProblemError, ReadyAnswer, type Route, route } from '@kinmel/service-kit';
import { referenceOf } from '../requests/request.rules.ts';
import { answerSellQuote } from '../sell-requests/change-sell-request.ts';
import { isQuoteOpen, type SellRequest, subjectOf } from '../sell-requests/sell-request.rules.ts';
import { historyAnswer } from '../sell-requests/sell-request-answer.ts';
import type { SellRequestsContext } from '../sell-requests/submit-sell-request.ts';

export type TrackingContext = SellRequestsContext;

const success = true as const;

/** One answer for a link that never was, that was revoked, and whose request is gone (T2). */
const linkUnknown = () => new ProblemError('not-found', 'This link is not valid any more.');

/** What the holder of the link sees: nothing that tells a finder of the link whose phone it is (T3). */
function trackedSellRequest(request: SellRequest, now: Date): TrackedRequest {
  const { quotedPriceInMinorUnits: price, quoteValidUntil } = request;
  const isOpen = isQuoteOpen(request, now);
  return {
    kind: 'sell-request',
    reference: referenceOf(request),
    subject: subjectOf(request),
    status: request.status,
    note: request.adminNotes,
    history: request.history.map(historyAnswer),
    actions: isOpen ? ['accept', 'decline'] : [],
    quote:
      price === null || quoteValidUntil === null
        ? null
        : {
            price: fromMinorUnits(price),
            validUntil: quoteValidUntil.toISOString(),
            isExpired: request.status === 'quoted' && !isOpen,
          },
    appointment: null,
    hasPhoto: request.photoId !== null,
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    version: request.version,
  };
}

export function trackingRoutes(context: TrackingContext): Route[] {
  const { links, sellRequests, photos, now } = context;

  const hashOf = (token: string) => {
    const read = links.read(token);
    if (!read) throw linkUnknown();
    return read.tokenHash;
  };

  async function find(token: string): Promise<SellRequest> {
    const request = await sellRequests.findByTokenHash(hashOf(token));
    if (!request) throw linkUnknown();
    return request;
  }

  return [
    route(endpoints.getTrackedRequest, async ({ params }) => ({
      success,
      data: trackedSellRequest(await find(params.token), now()),
    })),
    route(endpoints.getTrackedPhoto, async ({ params }) => {
      const { photoId } = await find(params.token);
      const bytes = photoId === null ? undefined : await photos.read(photoId);
      if (!bytes) throw linkUnknown();
      return new ReadyAnswer(bytes, undefined, 'image/webp');
    }),
    route(endpoints.acceptQuote, async ({ params, body, ...caller }) => {
      const request = await answerSellQuote(context, hashOf(params.token), 'accepted', body.version, caller);
      const message = 'Thank you! We will contact you about the hand-over.';
      return { success, message, data: trackedSellRequest(request, now()) };
    }),
    route(endpoints.declineQuote, async ({ params, body, ...caller }) => {
      const request = await answerSellQuote(context, hashOf(params.token), 'rejected', body.version, caller);
      return { success, message: 'You declined our offer.', data: trackedSellRequest(request, now()) };
    }),
    route(endpoints.listOwnRequests, async ({ identity }) => ({
      success,
      data: (await sellRequests.listOwn(identity?.userId ?? '')).map((request) => ({
        ...trackedSellRequest(request, now()),
        trackingLink: links.linkOf('sell-request', request),
      })),
    })),
  ];
}
