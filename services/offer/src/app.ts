import { createServiceApp, operatorRoutes, type ServiceParts } from '@kinmel/service-kit';
import type express from 'express';
import type { OfferContext } from './context.ts';
import { offersRoutes } from './offers/offers.routes.ts';
import { promoRoutes } from './promo/promo.routes.ts';
import { redemptionsRoutes } from './redemptions/redemptions.routes.ts';

export function createOfferApp(context: OfferContext, options: ServiceParts): express.Express {
  return createServiceApp({
    service: 'offer',
    logger: context.logger,
    ...options,
    routes: [
      ...offersRoutes(context),
      ...promoRoutes(context),
      ...redemptionsRoutes(context),
      ...operatorRoutes('offer', context),
    ],
  });
}
