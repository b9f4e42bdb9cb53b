import { offerEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { redeemOffers } from './redeem-offers.ts';
import type { RedemptionsContext } from './redemptions-context.ts';
import { releaseRedemptions } from './release-redemptions.ts';

/** For order alone; the gateway never routes these. */
export const redemptionsRoutes = (context: RedemptionsContext): Route[] => [
  route(offerEndpoints.redeemOffers, async ({ body }) => ({
    success: true as const,
    orderId: await redeemOffers(context, body),
  })),
  route(offerEndpoints.releaseRedemptions, async ({ params }) => ({
    success: true as const,
    released: await releaseRedemptions(context, params.orderId),
  })),
];
