import { requestEndpoints as endpoints } from '@kinmel/contracts';
import { type AuditContext, makeCachedResponse, type Route, route } from '@kinmel/service-kit';
import type { TrackingContext } from '../tracking/tracking.routes.ts';
import { bulkUpdateRequests } from './bulk-update-requests.ts';
import { countNewRequests } from './count-new-requests.ts';
import { exportRequests } from './export-requests.ts';

const success = true as const;

/** What the lists of the back office ask of requests of every kind. */
export const staffListsRoutes = (context: TrackingContext & AuditContext): Route[] => [
  route(endpoints.countNewRequests, async ({ query }) =>
    // With its ETag: whoever asks again is told in a 304 that nothing is new.
    makeCachedResponse({ success, data: await countNewRequests(context, query) }),
  ),
  route(endpoints.exportRequests, ({ query, staff }) => exportRequests(context, query, staff)),
  route(endpoints.bulkUpdateRequests, async (call) => ({
    success,
    data: await bulkUpdateRequests(context, call),
  })),
];
