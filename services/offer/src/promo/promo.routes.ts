import { offerEndpoints } from '@kinmel/contracts';
import { dataOf, type Route, route } from '@kinmel/service-kit';
import type { OffersContext } from '../offers/offers-context.ts';
import { checkPromo } from './promo.rules.ts';

export interface PromoContext extends Pick<OffersContext, 'offers' | 'now' | 'dayOf'> {
  /** Counts a check of a network; rejects with `too-many-requests` beyond the limit (C4). */
  readonly admitPromo: (address: string) => Promise<void>;
}

export const promoRoutes = (context: PromoContext): Route[] => [
  route(offerEndpoints.checkPromo, async ({ body, address }) => {
    await context.admitPromo(address);
    const offers = await context.offers.withCode(body.promoCode.toUpperCase());
    const productIds = body.products.map(({ productId }) => productId.toLowerCase());
    return dataOf(checkPromo(offers, productIds, context.dayOf(context.now())));
  }),
];
