import { sellRequestEndpoints } from './sell-request-endpoints.ts';
import { trackingEndpoints } from './tracking-endpoints.ts';

/** Every endpoint of service-request; the groups stand in a file each. */
export const serviceRequestEndpoints = { ...sellRequestEndpoints, ...trackingEndpoints } as const;
