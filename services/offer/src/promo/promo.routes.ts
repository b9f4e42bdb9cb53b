import { offerEndpoints, type PromoCheck } from '@kinmel/contracts';
import { type Caller, type Route, route } from '@kinmel/service-kit';
import type { OffersContext } from '../offers/offers-context.ts';
import { checkPromo } from './promo.rules.ts';

export interface PromoContext extends Pick<OffersContext, 'offers' | 'now' | 'dayOf'> {
  /** Counts a check and runs it; rejects with `too-many-requests` beyond the limit (OFF-C4). */
  readonly admitPromo: (caller: Caller, work: () => Promise<PromoCheck>) => Promise<PromoCheck>;
}

export const promoRoutes = (context: PromoContext): Route[] => [
  route(offerEndpoints.checkPromo, ({ body, address, identity }) => {
    const check = async () => {
      const offers = await context.offers.withCode(body.promoCode.toUpperCase());
      const productIds = body.products.map(({ productId }) => productId.toLowerCase());
      return checkPromo(offers, productIds, context.dayOf(context.now()));
    };
    return context.admitPromo({ address, person: identity?.userId }, check);
  }),
];
