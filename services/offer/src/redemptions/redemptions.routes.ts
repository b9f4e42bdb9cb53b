import { offerEndpoints } from '@kinmel/contracts';
import { type Route, refusalsOf, route } from '@kinmel/service-kit';
import { redeemOffers } from './redeem-offers.ts';
import type { RedemptionsContext } from './redemptions-context.ts';
import { releaseRedemptions } from './release-redemptions.ts';

/** For order alone; the gateway never routes these. */
export const redemptionsRoutes = (context: RedemptionsContext): Route[] => [
  route(offerEndpoints.redeemOffers, async ({ body }) => {
    const redeemed = await Promise.allSettled(body.orders.map((order) => redeemOffers(context, order)));
    return { success: true as const, refusals: refusalsOf(redeemed) };
  }),
  route(offerEndpoints.releaseRedemptions, async ({ params }) => ({
    success: true as const,
    released: await releaseRedemptions(context, params.orderId),
  })),
];
