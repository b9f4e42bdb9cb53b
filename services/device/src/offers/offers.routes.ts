import { deviceEndpoints as endpoints, type OfferFindings } from '@kinmel/contracts';
import { dataOf, type Route, route } from '@kinmel/service-kit';
import { checkBlocklist, findOffer, type OffersContext } from './check-blocklist.ts';

/** D11: told to staff only. */
async function findingsOf(context: OffersContext, sellRequestId: string): Promise<OfferFindings> {
  const offer = await findOffer(context, sellRequestId);
  const [others, [known]] = await Promise.all([
    context.offers.othersWith(offer),
    context.devices.withIdentifiers([offer.imei.hash]),
  ]);
  // The phone that came by this sell request is no finding.
  const isOther = known !== undefined && known.sellRequest.id !== offer.id;
  return {
    sellRequestId: offer.id,
    lastFour: offer.imei.lastFour,
    blocklist: offer.blocklist,
    offeredAlsoIn: others.map(({ id }) => id),
    known: isOther ? { deviceId: known.id, place: known.place } : null,
  };
}

export const offersRoutes = (context: OffersContext): Route[] => [
  route(endpoints.getOfferFindings, ({ params }) => dataOf(findingsOf(context, params.sellRequestId))),
  route(endpoints.checkBlocklist, async ({ params, staff }) => {
    await checkBlocklist(context, params.sellRequestId, staff);
    return dataOf(findingsOf(context, params.sellRequestId));
  }),
];
