import { deviceEndpoints as endpoints, type OfferFindings } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { checkBlocklist, findSellRequest, type SellRequestsContext } from './check-blocklist.ts';
import { worstOf } from './sell-requests.store.ts';

/** DEV-D11: the findings about the IMEIs of a sell request, for staff only. */
async function findingsOf(context: SellRequestsContext, sellRequestId: string): Promise<OfferFindings> {
  const request = await findSellRequest(context, sellRequestId);
  const [others, [device]] = await Promise.all([
    context.sellRequests.othersWith(request),
    context.devices.withIdentifiers(request.imeis.map(({ hash }) => hash)),
  ]);
  // The phone of this sell request itself is not a finding.
  const isOther = device !== undefined && device.sellRequest.id !== request.id;
  const worst = worstOf(request);
  return {
    sellRequestId: request.id,
    lastFour: worst?.lastFour ?? '',
    blocklist: worst?.blocklist ?? 'unknown',
    offeredAlsoIn: others.map(({ id }) => id),
    known: isOther ? { deviceId: device.id, place: device.place } : null,
  };
}

export const sellRequestsRoutes = (context: SellRequestsContext): Route[] => [
  route(endpoints.getOfferFindings, ({ params }) => findingsOf(context, params.sellRequestId)),
  route(endpoints.checkBlocklist, async ({ params, staff }) => {
    await checkBlocklist(context, params.sellRequestId, staff);
    return findingsOf(context, params.sellRequestId);
  }),
];
