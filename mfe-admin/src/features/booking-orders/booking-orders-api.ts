import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { injectEndpoints, reading } from '@kinmel/web-kit';
import { readPhoneOrders } from '../../requests/request-answers.rules.ts';

export const bookingOrdersApi = injectEndpoints((build) => ({
  /** The whole list: it is searched and filtered here. */
  listBookingOrders: build.query<readonly PhoneOrderAnswer[], void>({
    queryFn: (_none, _api, _extra, send) => reading(send('/api/admin/phone-orders'), readPhoneOrders),
  }),
}));
