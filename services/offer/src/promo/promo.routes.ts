import { offerEndpoints } from '@kinmel/contracts';
import { dataOf, type Route, route } from '@kinmel/service-kit';
import type { OffersContext } from '../offers/offers-context.ts';
import { checkPromo } from './promo.rules.ts';
import type { PromoLimit } from './promo-limit.store.ts';

export interface PromoContext extends Pick<OffersContext, 'offers' | 'now' | 'dayOf'> {
  readonly promoLimit: PromoLimit;
}

export const promoRoutes = (context: PromoContext): Route[] => [
  route(offerEndpoints.checkPromo, async ({ body, address }) => {
    await context.promoLimit.admit(address);
    const offers = await context.offers.withCode(body.promoCode.toUpperCase());
    const productIds = body.products.map(({ productId }) => productId.toLowerCase());
    return dataOf(checkPromo(offers, productIds, context.dayOf(context.now())));
  }),
];
