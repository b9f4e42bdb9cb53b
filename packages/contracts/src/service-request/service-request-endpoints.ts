import * as phoneOrderEndpoints from './phone-order-endpoints.ts';
import * as repairBookingEndpoints from './repair-booking-endpoints.ts';
import { requestEndpoints } from './request-endpoints.ts';
import * as returnEndpoints from './return-endpoints.ts';
import * as sellRequestEndpoints from './sell-request-endpoints.ts';
import * as trackingEndpoints from './tracking-endpoints.ts';

export const serviceRequestEndpoints = {
  ...sellRequestEndpoints,
  ...repairBookingEndpoints,
  ...phoneOrderEndpoints,
  ...returnEndpoints,
  ...trackingEndpoints,
  ...requestEndpoints,
} as const;
