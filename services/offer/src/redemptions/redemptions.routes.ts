import { offerEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { releaseRedemptions } from './follow-order.ts';
import { redeemOffers } from './redeem-offers.ts';
import type { RedemptionsContext } from './redemptions-context.ts';

/** For the order service only; the gateway does not route these. */
export const redemptionsRoutes = (context: RedemptionsContext): Route[] => [
  route(offerEndpoints.redeemOffers, async ({ body }) => {
    await redeemOffers(context, body);
  }),
  route(offerEndpoints.releaseRedemptions, async ({ params }) => ({
    released: await releaseRedemptions(context, params.orderId),
  })),
];
