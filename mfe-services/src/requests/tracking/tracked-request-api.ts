import type { TrackedRequest } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { readTracked } from './tracked-request.ts';

/** What the secret of a link is the address of. */
export const trackedAddress = (token: string) => `/api/tracking/${encodeURIComponent(token)}`;

/** One request by its link, for its page and for the confirmation that shows the link first. */
export const trackedRequestApi = injectEndpoints((build) => ({
  getTrackedRequest: build.query<TrackedRequest, string>({
    queryFn: (token, _api, _extra, send) => reading(send(trackedAddress(token)), readTracked),
  }),
}));

export const { useGetTrackedRequestQuery } = trackedRequestApi;
