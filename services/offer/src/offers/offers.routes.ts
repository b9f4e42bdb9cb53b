import { offerEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { createOffer } from './create-offer.ts';
import { deleteOffer } from './delete-offer.ts';
import { getOffer, listOffers } from './list-offers.ts';
import { adminOfferAnswer } from './offer-answer.ts';
import type { OffersContext } from './offers-context.ts';
import { toggleOffer, updateOffer } from './update-offer.ts';

export const offersRoutes = (context: OffersContext): Route[] => [
  route(offerEndpoints.listOffers, async ({ isStaff }) => ({
    offers: await listOffers(context, isStaff),
  })),
  route(offerEndpoints.getOffer, ({ params, isStaff }) => getOffer(context, params.id, isStaff)),
  route(offerEndpoints.createOffer, async ({ body, file, ...call }) => ({
    message: 'Special offer created successfully!',
    data: adminOfferAnswer(await createOffer(context, body, file, call)),
  })),
  route(offerEndpoints.updateOffer, async ({ params, body, file, ...call }) => ({
    message: 'Special offer updated successfully!',
    data: adminOfferAnswer(await updateOffer(context, params.id, body, file, call)),
  })),
  route(offerEndpoints.toggleOffer, async ({ params, body, ...call }) => {
    const offer = await toggleOffer(context, params.id, body.isActive, call);
    const state = offer.isActive ? 'activated' : 'deactivated';
    return { message: `Offer ${state} successfully!`, data: adminOfferAnswer(offer) };
  }),
  route(offerEndpoints.deleteOffer, async ({ params, ...call }) => ({
    message: 'Special offer deleted successfully!',
    data: adminOfferAnswer(await deleteOffer(context, params.id, call)),
  })),
];
