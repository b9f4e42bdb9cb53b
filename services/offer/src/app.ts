import { type OwnAppParts, operatorRoutes } from '@kinmel/service-kit';
import type { OfferContext } from './context.ts';
import { offersRoutes } from './offers/offers.routes.ts';
import { promoRoutes } from './promo/promo.routes.ts';
import { redemptionsRoutes } from './redemptions/redemptions.routes.ts';

export const offerApp = (context: OfferContext): OwnAppParts => ({
  routes: [
    ...offersRoutes(context),
    ...promoRoutes(context),
    ...redemptionsRoutes(context),
    ...operatorRoutes('offer', context),
  ],
});
