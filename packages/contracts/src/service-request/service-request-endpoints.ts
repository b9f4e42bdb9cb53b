import { phoneOrderEndpoints } from './phone-order-endpoints.ts';
import { repairBookingEndpoints } from './repair-booking-endpoints.ts';
import { sellRequestEndpoints } from './sell-request-endpoints.ts';
import { trackingEndpoints } from './tracking-endpoints.ts';

/** Every endpoint of service-request; the groups stand in a file each. */
export const serviceRequestEndpoints = {
  ...sellRequestEndpoints,
  ...repairBookingEndpoints,
  ...phoneOrderEndpoints,
  ...trackingEndpoints,
} as const;
