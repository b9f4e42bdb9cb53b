import {
  type BodyOf,
  claimReceipt,
  dayMs,
  endPhoneClaim,
  sellRequestEndpoints as endpoints,
  requestCurrency,
} from '@kinmel/contracts';
import { type PhotosForStaff, photoForStaff, removePersonalPicture } from '@kinmel/pictures';
import { pick, type Route, route, seal, toMinorUnits } from '@kinmel/service-kit';
import { estimate, knownModels } from '../estimates/estimate.rules.ts';
import {
  type Caller,
  changeByService,
  changeByStaff,
  findRequest,
  removeByStaff,
  updateStatus,
} from '../requests/change-request.ts';
import { pageOfRequests, staffAnswer } from '../requests/request-answer.ts';
import { type FormCall, submitRequest } from '../requests/submit-request.ts';
import { endPhoneClaim as endClaim } from './phone.rules.ts';
import { claimReceiptOf, type ReceiptsContext } from './receipts.ts';
import {
  isSettled,
  quote,
  refuseAbovePolicy,
  removeRequest,
  type SellRequest,
  withoutPhone,
} from './sell-request.rules.ts';
import { estimateAnswer, sellRequest } from './sell-request-kind.ts';

export interface SellRequestsContext extends ReceiptsContext, PhotosForStaff {
  readonly quoteDays: number;
  /** Encrypts IMEIs for device. */
  readonly deviceKey: string;
}

const answer = (request: SellRequest) => staffAnswer(sellRequest, request);

/**
 * SR-S9: submits a request with the estimate that its seller saw. Only the last digits and keyed hashes of an IMEI are
 * stored here.
 */
export const submitSellRequest = (
  context: SellRequestsContext,
  call: FormCall<BodyOf<typeof endpoints.submitSellRequest>>,
): Promise<SellRequest> => {
  const requests = context.requests['sell-request'];
  const { imei, ...form } = call.body;
  const body = { ...form, imeiLastFour: imei.slice(-4) };
  const { fullName: name, contactEmail: email, contactPhone: phone, expectedPrice, ...fields } = body;
  const fieldsOf = async () => ({
    ...fields,
    name,
    email,
    phone,
    numberParts: (await requests.imeiSearch()).partsOf(imei),
    currency: requestCurrency,
    expectedPriceInMinorUnits: toMinorUnits(expectedPrice),
    estimate: estimate(fields),
    quotedPriceInMinorUnits: null,
    quoteValidUntil: null,
    quoteVersion: null,
    agreed: null,
    ...withoutPhone,
  });
  const eventFields = imei === '' ? {} : { sealedImei: seal(imei, context.deviceKey) };
  // The stored hash of the body must not reveal the IMEI either.
  return submitRequest(context, requests, { ...call, body }, email, fieldsOf, { eventFields });
};

export const quoteEndOf = ({ quoteDays }: SellRequestsContext, now: Date) =>
  new Date(now.getTime() + quoteDays * dayMs);

/** Quotes a price that is valid for `quoteDays` days. */
export const quoteSellRequest = (
  context: SellRequestsContext,
  id: string,
  { estimatedPrice, adminNotes = '', ...statusChange }: BodyOf<typeof endpoints.quoteSellRequest>,
  caller: Caller,
): Promise<SellRequest> =>
  changeByStaff(context, context.requests['sell-request'], id, caller, (request, change) => {
    const validUntil = quoteEndOf(context, change.now);
    const quoteFields = { priceInMinorUnits: toMinorUnits(estimatedPrice), note: adminNotes, validUntil };
    refuseAbovePolicy(quoteFields.priceInMinorUnits, change);
    return quote(request, { ...statusChange, version: statusChange.version, ...quoteFields }, change);
  });

export function sellRequestsRoutes(context: SellRequestsContext): Route[] {
  const { links, photos, logger } = context;
  const requests = context.requests['sell-request'];
  return [
    route(endpoints.submitSellRequest, async (call) => ({
      message:
        'Your phone selling request has been submitted successfully! We will contact you within 24 hours with a quote.',
      trackingLink: links.linkOf(sellRequest, await submitSellRequest(context, call)),
    })),
    route(endpoints.listSellModels, () => knownModels()),
    route(endpoints.estimateSellPrice, ({ query }) => estimateAnswer(estimate(query))),
    route(endpoints.listSellRequests, async ({ query }) => {
      const { states, pagination } = await pageOfRequests(requests, query);
      return { requests: states.map((one) => staffAnswer(sellRequest, one)), pagination };
    }),
    route(endpoints.getSellRequest, async ({ params }) => answer(await findRequest(requests, params.id))),
    route(endpoints.updateSellRequestStatus, async ({ params, body, ...caller }) =>
      answer(await updateStatus(context, requests, params.id, body, caller)),
    ),
    route(endpoints.quoteSellRequest, async ({ params, body, ...caller }) =>
      answer(await quoteSellRequest(context, params.id, body, caller)),
    ),
    route(endpoints.deleteSellRequest, async ({ params: { id }, query, ...caller }) => {
      const removed = await removeByStaff(context, requests, id, caller, (request, change) =>
        removeRequest(request, query.version, change),
      );
      if (removed.photoId !== null) await removePersonalPicture(photos.store, removed.photoId, logger);
      return { id };
    }),
    route(claimReceipt, ({ params, body, traceparent }) =>
      claimReceiptOf(context, params.id, body, traceparent),
    ),
    route(endPhoneClaim, async ({ params, body, traceparent }) => {
      const request = await changeByService(context, requests, params.id, traceparent, (before, change) =>
        endClaim(before, body.version, change),
      );
      return { ...pick(request, 'status', 'version'), isSettled: isSettled(request) };
    }),
    route(endpoints.getSellPhoto, (call) =>
      photoForStaff(context, call, async () => (await requests.find(call.params.id))?.photoId),
    ),
  ];
}
