import { type Endpoint, getTrackedRequest, listOwnRequests } from '@kinmel/contracts';
import { ask, part, textOf } from './people.ts';
import { type Action, type Moment, ownerOf } from './step.ts';

interface TrackedRequest {
  readonly _id: string;
  readonly userId: string | null;
}

/** A step of a customer on the tracking page of a request. */
export const byLink =
  (verb: string, endpoint: Endpoint, bodyOf: (moment: Moment, page: unknown) => object = () => ({})) =>
  (request: TrackedRequest, moment: Moment): Action => {
    const by = ownerOf(request);
    return {
      by,
      says: `${verb} ${moment.recordName} by its link`,
      async work(shop) {
        const list = await ask(shop, by, { endpoint: listOwnRequests });
        const pages = part(list?.body, 'data');
        const reference = request._id.slice(-6).toUpperCase();
        const page = Array.isArray(pages)
          ? (pages as unknown[]).find((one) => textOf(one, 'reference').toUpperCase() === reference)
          : undefined;
        if (page === undefined) return { status: 404, body: { message: 'The page does not show it.' } };
        const params = { token: textOf(page, 'trackingLink').split('/').at(-1) ?? '' };
        const pageAnswer = await ask(shop, by, { endpoint: getTrackedRequest, params });
        const body = bodyOf(moment, part(pageAnswer?.body, 'data'));
        return ask(shop, by, { endpoint, params, body });
      },
    };
  };

/** The body of an answer to the version that the page shows. */
export const answered = (_: Moment, page: unknown) => ({ version: part(page, 'version') });
