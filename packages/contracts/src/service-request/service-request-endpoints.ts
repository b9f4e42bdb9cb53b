import { phoneOrderEndpoints } from './phone-order-endpoints.ts';
import { repairBookingEndpoints } from './repair-booking-endpoints.ts';
import { requestEndpoints } from './request-endpoints.ts';
import { returnEndpoints } from './return-endpoints.ts';
import { sellRequestEndpoints } from './sell-request-endpoints.ts';
import { trackingEndpoints } from './tracking-endpoints.ts';

export const serviceRequestEndpoints = {
  ...sellRequestEndpoints,
  ...repairBookingEndpoints,
  ...phoneOrderEndpoints,
  ...returnEndpoints,
  ...trackingEndpoints,
  ...requestEndpoints,
} as const;
