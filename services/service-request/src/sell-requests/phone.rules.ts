import {
  type BodyOf,
  type claimReceipt as claimEndpoint,
  type claimPhone,
  type deviceInspected,
  type EventOf,
  modelKey,
  phoneName,
  sellRequestPhoneReceived,
  sellRequestPhoneSentBack,
  storageName,
} from '@kinmel/contracts';
import { pick } from '@kinmel/service-kit';
import {
  type Change,
  nextState,
  type RequestEventContext,
  requestEvent,
  statusStep,
  unchangedState,
  withStatus,
} from '../requests/request.rules.ts';
import {
  isPhoneInShop,
  isQuoteOpen,
  phoneAfterStep,
  quote,
  refuse,
  refuseWhileReceived,
  type SellRequest,
  sellRules,
  settle,
} from './sell-request.rules.ts';

/** A claim of a phone at device, with the request's data about it. */
export interface PhoneClaim extends BodyOf<typeof claimPhone> {
  readonly deviceId: string;
}

/**
 * SR-S14: the phone that a step must claim; undefined when it needs none. While a lower quote waits for its answer, no
 * claim is needed, because device takes no step then.
 */
export function claimOf(before: SellRequest, after: SellRequest): PhoneClaim | undefined {
  const { id: sellRequestId, version, deviceId, status, isInspected } = before;
  const awaitsAnswer = status === 'quoted' && isInspected;
  if (deviceId === null || awaitsAnswer || status === after.status || !isPhoneInShop(before))
    return undefined;
  return { deviceId, sellRequestId, version, isInspected };
}

/** The device that an event is about, with the version of the device. */
interface PhoneFact {
  readonly deviceId: string;
  readonly version: number;
}

/** A new version that changes nothing for the customer: `updatedAt`, on which retention and events depend, stays. */
const changeSilently = (
  request: SellRequest,
  fields: Partial<SellRequest>,
  context: RequestEventContext,
): Change<SellRequest> => ({
  state: { ...nextState(request, fields, context), updatedAt: request.updatedAt },
  events: [],
});

type NamedPhone = Pick<SellRequest, 'brand' | 'model' | 'storage'>;

const phoneDescription = (phone: NamedPhone): string => `${phoneName(phone)}, ${storageName(phone.storage)}`;

const isSamePhone = (one: NamedPhone, other: NamedPhone): boolean =>
  one.brand === other.brand && one.storage === other.storage && modelKey(one.model) === modelKey(other.model);

/**
 * SR-S14: lets device receive the phone. A repeated claim gets the same answer, and so does a claim for another device
 * that is not stored yet.
 */
export function claimReceipt(
  request: SellRequest,
  { deviceId, deviceVersion, orderId, knownAs }: BodyOf<typeof claimEndpoint>,
  receiptId: string,
  context: RequestEventContext,
): Change<SellRequest> {
  const { receiving } = request;
  if (receiving && (receiving.deviceId === deviceId || (deviceVersion === 0 && request.phoneVersion === 0)))
    return unchangedState(request);
  refuseWhileReceived(request);
  if (request.status !== 'accepted' || request.quotedPriceInMinorUnits === null)
    refuse('sellRequestId', 'Only the phone of an accepted sell request with a price can be received.');
  if (request.deviceId !== null) refuse('sellRequestId', 'The phone of this sell request came already.');
  if (knownAs && !isSamePhone(knownAs, request))
    refuse(
      'isKnownPhoneConfirmed',
      `The shop knows this number as ${phoneDescription(knownAs)}, the form says ${phoneDescription(request)}. Please compare number and phone.`,
    );
  const receipt = { receiptId, deviceId, at: context.now, ...(orderId && { orderId }) };
  return changeSilently(request, { receiving: receipt, phoneVersion: deviceVersion }, context);
}

/** SR-S14: ends a receipt that device did not store and can no longer store. */
export const giveUpReceipt = (
  request: SellRequest,
  receiptId: string,
  context: RequestEventContext,
): Change<SellRequest> =>
  request.receiving?.receiptId === receiptId
    ? changeSilently(request, { receiving: null }, context)
    : unchangedState(request);

/** SR-S14: the next version, so that a step which claimed the phone at an earlier version can no longer be saved. */
export const endPhoneClaim = (
  request: SellRequest,
  seenVersion: number,
  context: RequestEventContext,
): Change<SellRequest> =>
  request.version > seenVersion ? unchangedState(request) : changeSilently(request, {}, context);

/** Whether an event concerns the phone that this request has or is receiving, and is newer than those handled before. */
function concernsPhoneOf(request: SellRequest, { deviceId, version }: PhoneFact): boolean {
  // Requests that are older than claims learn of their phone by its event.
  const unclaimedDeviceId = request.phoneVersion === 0 ? deviceId : null;
  return (
    deviceId === (request.deviceId ?? request.receiving?.deviceId ?? unclaimedDeviceId) &&
    version > request.phoneVersion
  );
}

/** SR-S11: the phone of an accepted request has arrived. */
export function receivePhone(
  request: SellRequest,
  phone: PhoneFact,
  context: RequestEventContext,
): Change<SellRequest> {
  const { status } = request;
  if (status !== 'accepted' || request.deviceId !== null || !concernsPhoneOf(request, phone))
    return unchangedState(request);
  const step = statusStep(status, status, 'We have your phone and inspect it next.');
  const fields = { deviceId: phone.deviceId, phoneVersion: phone.version, receiving: null };
  const after = nextState(request, fields, context, step);
  return { state: after, events: [requestEvent(sellRules, after, [sellRequestPhoneReceived, {}], context)] };
}

/** SR-G10: a settled request was paid, so its phone will not go back. */
export const notePaid = (request: SellRequest, context: RequestEventContext): Change<SellRequest> =>
  request.isPaid === false ? changeSilently(request, { isPaid: true }, context) : unchangedState(request);

/** Device also publishes the event for phones that left before the event existed; their sellers get no mail. */
const mailedWithinMs = 7 * 24 * 60 * 60_000;

/**
 * SR-S15: the phone has left the shop. An open request waits for it again. A settled one, whose payout staff had stopped,
 * stays settled.
 */
export function notePhoneBack(
  request: SellRequest,
  { at, note, ...phone }: PhoneFact & NonNullable<SellRequest['sentBack']>,
  context: RequestEventContext,
): Change<SellRequest> {
  const { status } = request;
  if (request.sentBack !== null || !concernsPhoneOf(request, phone)) return unchangedState(request);
  const sentBack = { at, note };
  const fields = { ...pick(phone, 'deviceId'), phoneVersion: phone.version, sentBack };
  const step = statusStep(status, status, `Your phone went back to you: ${note}`);
  const phoneFields = phoneAfterStep({ ...request, sentBack }, status);
  const after = nextState(request, { ...fields, ...phoneFields }, context, step);
  if (at.getTime() < context.now.getTime() - mailedWithinMs)
    return { state: { ...after, updatedAt: request.updatedAt }, events: [] };
  return {
    state: after,
    events: [requestEvent(sellRules, after, [sellRequestPhoneSentBack, { note }], context)],
  };
}

/**
 * SR-S12: the phone of an accepted request was inspected. As quoted, the request is settled; a lower quote needs a new
 * answer. Nothing changes if staff have changed the request meanwhile.
 */
export function inspectPhone(
  request: SellRequest,
  { lowerQuote, ...phone }: PhoneFact & Pick<EventOf<typeof deviceInspected>['data'], 'lowerQuote'>,
  validUntil: Date,
  context: RequestEventContext,
): Change<SellRequest> {
  const isWaiting = request.status === 'accepted' && request.quotedPriceInMinorUnits !== null;
  // The event of the phone's receipt may not have arrived yet.
  if (!isWaiting || !concernsPhoneOf(request, phone)) return unchangedState(request);
  const phoneFields = { deviceId: phone.deviceId, phoneVersion: phone.version, receiving: null };
  const inspected = { ...request, ...phoneFields, isInspected: true };
  if (lowerQuote === null) return settle(inspected, '', context);
  const { priceInMinorUnits, note, photos: inspectionPhotos } = lowerQuote;
  const newQuote = { priceInMinorUnits, note, validUntil, status: 'quoted', version: undefined } as const;
  return quote({ ...inspected, inspectionPhotos }, newQuote, context);
}

/** SR-S13: the phone goes back when the new quote expires without an answer. */
export function expireQuote(request: SellRequest, context: RequestEventContext): Change<SellRequest> {
  if (request.status !== 'quoted' || !isPhoneInShop(request) || isQuoteOpen(request, context.now))
    return unchangedState(request);
  const note = 'You did not answer our quote in time. We send your phone back to you.';
  return withStatus(sellRules, request, 'rejected', note, context);
}
