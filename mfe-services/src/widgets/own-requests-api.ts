import type { TrackedRequest } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { readTracked } from '../requests/tracking/tracked-request.ts';

/** A request with the address of its page. */
export type OwnRequest = TrackedRequest & { readonly trackingLink: string };

const trackingLink = /^\/tracking\/[\w-]+$/;

/** The contract's shape; a request that this page does not know how to show is left out. */
function readOwnRequests(answer: unknown): readonly OwnRequest[] | undefined {
  const list = (answer as { data?: unknown } | undefined)?.data;
  if (!Array.isArray(list)) return undefined;
  return (list as readonly unknown[]).flatMap((data) => {
    const tracked = readTracked({ data });
    const link: unknown = (data as Partial<OwnRequest> | null)?.trackingLink;
    return tracked && typeof link === 'string' && trackingLink.test(link)
      ? [{ ...tracked, trackingLink: link }]
      : [];
  });
}

/** The one request of the widget. */
export const ownRequestsApi = injectEndpoints((build) => ({
  listOwnRequests: build.query<readonly OwnRequest[], void>({
    queryFn: (_nothing, _api, _extra, send) => reading(send('/api/tracking'), readOwnRequests),
    providesTags: ['Service'],
  }),
}));

export const { useListOwnRequestsQuery } = ownRequestsApi;
