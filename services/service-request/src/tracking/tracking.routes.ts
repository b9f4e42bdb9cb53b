import { trackingEndpoints as endpoints, type RequestKind } from '@kinmel/contracts';
import { BytesAnswer, type Route, route } from '@kinmel/service-kit';
import { photosOf } from '../photos/photos-of-request.rules.ts';
import { answerByLink, changeByLink, linkUnknown } from '../requests/change-request.ts';
import { cancelRequest, type GivenAnswer, type RequestState } from '../requests/request.rules.ts';
import { trackedAnswer } from '../requests/request-answer.ts';
import type { AnyRequests } from '../requests/requests.store.ts';
import { accountOf, type RequestsContext } from '../requests/submit-request.ts';

/** The hash of a token. A token of another kind is unknown. */
export function linkOfKind({ links }: RequestsContext, kind: RequestKind, token: string): string {
  const link = links.read(token);
  if (link?.kind !== kind) throw linkUnknown();
  return link.tokenHash;
}

/** The routes of tracking links for all kinds. */
export function trackingRoutes(context: RequestsContext): Route[] {
  const { links, photos } = context;

  function findByToken(token: string): { requests: AnyRequests; tokenHash: string } {
    const link = links.read(token);
    if (!link) throw linkUnknown();
    return { requests: context.requests[link.kind], tokenHash: link.tokenHash };
  }

  const rateFor = async ({ kind }: AnyRequests) => (kind.needsRate ? context.rateInForce() : undefined);

  async function readTracked(token: string) {
    const { requests, tokenHash } = findByToken(token);
    const request = await requests.findByTokenHash(tokenHash);
    if (request) return trackedAnswer(requests.kind, request, context, await rateFor(requests));
    const removed = await requests.findRemovedByTokenHash(tokenHash);
    if (!removed) throw linkUnknown();
    const note = 'The shop has closed this request and erased your details.';
    return { ...trackedAnswer(requests.kind, removed, context), note };
  }

  async function ownRequests(userId: string) {
    const answers = await Promise.all(
      Object.values(context.requests).map(async (requests) =>
        (await requests.listOwn(userId)).map((request) => ({
          ...trackedAnswer(requests.kind, request, context),
          trackingLink: links.linkOf(requests.kind, request),
        })),
      ),
    );
    return answers.flat().toSorted((one, two) => two.createdAt.localeCompare(one.createdAt));
  }

  async function readPhoto(token: string, idOf: (request: RequestState) => string | null | undefined) {
    const { requests, tokenHash } = findByToken(token);
    const request = await requests.findByTokenHash(tokenHash);
    const photoId = request && idOf(request);
    const bytes = photoId ? await photos.read(photoId) : undefined;
    if (!bytes) throw linkUnknown();
    return new BytesAnswer(bytes, 'image/webp');
  }

  async function answerOffer(token: string, answer: GivenAnswer, caller: { readonly traceparent: string }) {
    const { requests, tokenHash } = findByToken(token);
    const { kind } = requests;
    const request = await answerByLink(context, requests, tokenHash, answer, caller);
    const { answering } = kind;
    const message = answer.isAccepted ? answering?.acceptedText(request) : answering?.declinedText;
    return { message: message ?? '', data: trackedAnswer(kind, request, context) };
  }

  return [
    route(endpoints.getTrackedRequest, ({ params }) => readTracked(params.token)),
    route(endpoints.getTrackedPhoto, ({ params }) => readPhoto(params.token, ({ photoId }) => photoId)),
    route(endpoints.getTrackedReturnPhoto, ({ params }) =>
      readPhoto(params.token, (request) => photosOf(request).find((id) => id === params.photoId)),
    ),
    route(
      endpoints.acceptQuote,
      async ({ params, body: { version: seenVersion, ...acceptance }, ...caller }) => {
        // Credit is for customers, also in a browser where staff are signed in.
        const isStaff = caller.identity?.role === 'admin';
        const userId = isStaff ? null : await accountOf(context, caller.identity);
        return answerOffer(params.token, { isAccepted: true, seenVersion, ...acceptance, userId }, caller);
      },
    ),
    route(endpoints.declineQuote, ({ params, body: { version: seenVersion }, ...caller }) =>
      answerOffer(params.token, { isAccepted: false, seenVersion }, caller),
    ),
    route(endpoints.cancelTrackedRequest, async ({ params, ...caller }) => {
      const { requests, tokenHash } = findByToken(params.token);
      const { kind } = requests;
      const request = await changeByLink(context, requests, tokenHash, caller, (before, change) =>
        cancelRequest(kind, before, change),
      );
      return { message: kind.cancelling.doneText, data: trackedAnswer(kind, request, context) };
    }),
    route(endpoints.listOwnRequests, ({ identity }) => ownRequests(identity.userId)),
  ];
}
