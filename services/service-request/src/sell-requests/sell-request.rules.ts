import {
  type deviceInspected,
  type EventOf,
  type Money,
  type requestCurrency,
  type SellPayment,
  type SellPaymentChoice,
  type SellRequestAnswer,
  type SellRequestStatus,
  type sellBrands,
  type sellColors,
  type sellConditions,
  sellRequestLife,
  sellRequestPhoneReceived,
  sellRequestQuoted,
  sellRequestReceived,
  sellRequestSettled,
  sellRequestStatusChanged,
  type sellStorages,
  shopCurrency,
  usedPhoneName,
} from '@kinmel/contracts';
import { percentOf, toShopCurrency } from '@kinmel/pricing';
import { businessDaysLater, endOf, ProblemError, pick } from '@kinmel/service-kit';
import {
  type Change,
  type KindRules,
  next,
  type Rate,
  type RequestEventContext,
  type RequestState,
  refuseStale,
  requestEvent,
  requireNote,
  rulesOfLife,
  statusStep,
  stepEvents,
  unchanged,
  withStatus,
} from '../requests/request.rules.ts';

/** An estimate, with the version of its price table. */
export interface Estimate {
  readonly lowInMinorUnits: number;
  readonly highInMinorUnits: number;
  readonly tableVersion: number;
}

export interface OfferedPhone {
  readonly brand: (typeof sellBrands)[number];
  readonly model: string;
  readonly storage: (typeof sellStorages)[number];
  readonly condition: (typeof sellConditions)[number];
  readonly color: (typeof sellColors)[number];
  readonly hasCharger: boolean;
}

export interface SellRequest extends RequestState<SellRequestStatus>, OfferedPhone {
  readonly currency: typeof requestCurrency;
  readonly expectedPriceInMinorUnits: number;
  readonly description: string;
  readonly estimate: Estimate | null;
  /** The quote; null before there is one. */
  readonly quotedPriceInMinorUnits: number | null;
  readonly quoteValidUntil: Date | null;
  /** The version of the request with this price: an answer is valid for the price that was seen. */
  readonly quoteVersion: number | null;
  /** Records of before have no payment in it. */
  readonly agreed: SellRequestAnswer['agreed'];
  /** Of the IMEI of the form; empty without. */
  readonly imeiLastFour: string;
  /** The phone that came to the shop; null before. */
  readonly deviceId: string | null;
  /** The phone was inspected: an accepted price is settled at once. */
  readonly isInspected: boolean;
  /** Of an inspection with a lower quote. */
  readonly inspectionPhotos: string[];
}

/** Before its phone came. */
export const withoutPhone = { deviceId: null, isInspected: false, inspectionPhotos: [] };

/** S10: whether credit can be given. */
export const hasAccount = ({ userId, isCustomerDeleted }: SellRequest): boolean =>
  userId !== null && !isCustomerDeleted;

/** How it is paid; null before it is chosen. */
export const paymentOf = ({ agreed }: Pick<SellRequest, 'agreed'>): SellPayment | null =>
  agreed?.payment ?? null;

/** Without the number of the account, which is personal. */
export const withoutAccount = (payment: SellPayment | null) =>
  payment && pick(payment, 'to', 'amount', 'method');

/** S12: it is paid, and stays completed. */
const isSettled = ({ status, deviceId, agreed }: SellRequest): boolean =>
  status === 'completed' && deviceId !== null && agreed !== null;

const quotedWithinMs = 24 * 60 * 60_000;

/** Statuses before a quote. */
const beforeQuote: readonly (string | null)[] = ['pending', 'reviewed'];
/** S7. */
export const isWithdrawable = ({ status }: SellRequest): boolean => beforeQuote.includes(status);

export const sellRules: KindRules<SellRequest> & { readonly kind: 'sell-request' } = {
  kind: 'sell-request',
  subjectOf: usedPhoneName,
  ...rulesOfLife(sellRequestLife, 'rejected'),
  /** G13: a quote within 24 hours; payment on the day of the acceptance, or the next working day. */
  promisedAtOf({ status, createdAt, history, updatedAt }, calendar) {
    if (status !== 'accepted') return new Date(createdAt.getTime() + quotedWithinMs);
    const acceptedAt =
      history.findLast(({ what, to }) => what === 'status' && to === status)?.at ?? updatedAt;
    return endOf(businessDaysLater(calendar.dayOf(acceptedAt), 0, calendar), calendar);
  },
  receivedEvent: () => [sellRequestReceived, {}],
  statusEvent: (change) => [sellRequestStatusChanged, change],
  eventData: ({ agreed, isInspected }) => ({
    isInspected,
    ...(agreed && { agreed: agreed.amount, payment: withoutAccount(paymentOf({ agreed })) ?? undefined }),
  }),
  needsRate: true,
  isWithShop: ({ deviceId }) => deviceId !== null,
  statusFields: (request, status, context) => agreedAfter(request, status, context),
  furtherEvents(before, after) {
    const { deviceId, agreed } = after;
    if (!isSettled(after) || isSettled(before)) return [];
    return [[sellRequestSettled, { deviceId, price: agreed?.amount, payment: agreed?.payment }]];
  },
  /** S7: withdrawn before its quote. */
  cancelling: {
    may: isWithdrawable,
    isDone({ status, history }) {
      const last = history.findLast(({ what }) => what === 'status');
      return status === 'rejected' && last?.by === 'customer' && beforeQuote.includes(last.from);
    },
    refusal: ({ status }) =>
      status === 'quoted'
        ? 'There is a quote by now. You can decline it.'
        : 'This request cannot be withdrawn any more.',
    doneText: 'Your request is withdrawn.',
  },
  answering: {
    answer: (request, { isAccepted, seenVersion, payment }, context) =>
      answerQuote(request, isAccepted ? 'accepted' : 'rejected', seenVersion, context, payment),
    acceptedText: ({ status }) =>
      status === 'completed'
        ? 'Thank you! You are paid as you chose, and we write when it is done.'
        : 'Thank you! We will contact you about the hand-over.',
    declinedText: 'You declined our offer.',
  },
  personal: ({ agreed }) => ({
    description: '',
    imeiLastFour: '',
    inspectionPhotos: [],
    agreed: agreed?.payment ? { ...agreed, payment: { ...agreed.payment, account: '' } } : agreed,
  }),
};

const dollars = (minorUnits: number) => (minorUnits / 100).toFixed(2);

/** The statuses after an acceptance. */
const agreedStatuses: readonly SellRequestStatus[] = ['accepted', 'completed'];

function knownRate({ rate }: Pick<RequestEventContext, 'rate'>): Rate {
  if (rate !== undefined) return rate;
  throw new ProblemError(
    'service-unavailable',
    'The rate of the dollar is not known at the moment. Please try again in a minute.',
  );
}

function refuse(path: string, message: string): never {
  throw new ProblemError('conflict', message, [{ path, message }]);
}

/**
 * S8: what is paid of the quote. A rate that is set later does not change it. S12: what is settled has a payment, in cash
 * when none was chosen or there is no account for credit any more.
 */
function agreedAfter(
  request: SellRequest,
  status: SellRequestStatus,
  context: Pick<RequestEventContext, 'rate'>,
): Pick<SellRequest, 'agreed'> {
  if (isSettled(request) && status !== 'completed')
    refuse('status', 'This phone is bought and paid: the request stays completed.');
  const { quotedPriceInMinorUnits: price, deviceId } = request;
  if (price === null || !agreedStatuses.includes(status)) return { agreed: null };
  const agreed = request.agreed ?? agreedAt(price, knownRate(context));
  if (status !== 'completed' || deviceId === null || isSettled(request)) return { agreed };
  const inCash = { to: 'payout', amount: agreed.amount, method: 'cash', account: '' } as const;
  const chosen = paymentOf({ agreed }) ?? inCash;
  const payment = chosen.to === 'payout' || hasAccount(request) ? chosen : inCash;
  return { agreed: { ...agreed, payment } };
}

const money = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: shopCurrency });

function agreedAt(price: number, rate: Rate) {
  const { number, shopMinorUnits } = rate;
  return { amount: money(toShopCurrency(price, rate)), rate: { number, shopMinorUnits }, payment: null };
}

/** S10: credit has the bonus of the policy, and needs an account. */
function chosenPayment(
  request: SellRequest,
  { amountInMinorUnits }: Money,
  choice: SellPaymentChoice,
  context: RequestEventContext,
): SellPayment {
  if (choice.to === 'payout') {
    const account = choice.method === 'cash' ? '' : choice.account;
    return { ...choice, amount: money(amountInMinorUnits), account };
  }
  if (!hasAccount(request)) refuse('payment', 'Credit needs an account with us. Please choose a payout.');
  const { creditBonusPercent } = knownRate(context).tradeIn;
  const bonus = percentOf(amountInMinorUnits, creditBonusPercent);
  return { to: 'credit', amount: money(amountInMinorUnits + bonus), method: null, account: '' };
}

/** S3: staff quote at most what the policy says. */
export function refuseAbovePolicy(
  priceInMinorUnits: number,
  context: Pick<RequestEventContext, 'rate'>,
): void {
  const { maxQuoteInMinorUnits } = knownRate(context).tradeIn;
  if (priceInMinorUnits <= maxQuoteInMinorUnits) return;
  const message = `The shop pays at most $${dollars(maxQuoteInMinorUnits)} for a phone.`;
  throw new ProblemError('invalid-request', message, [{ path: 'estimatedPrice', message }]);
}

/**
 * S3: a quote is a price with an expiry. A different price is a new quote, which needs a note and a new answer; the
 * same price renews the quote.
 */
export function quote(
  request: SellRequest,
  {
    priceInMinorUnits,
    status,
    note,
    version,
    validUntil,
  }: {
    priceInMinorUnits: number;
    status: SellRequestStatus;
    note: string;
    version: number | undefined;
    validUntil: Date;
  },
  context: RequestEventContext,
): Change<SellRequest> {
  refuseStale(request, version);
  const before = request.quotedPriceInMinorUnits;
  if (before !== null && before !== priceInMinorUnits) {
    if (note === '') refuse('adminNotes', 'Please say in the notes why the price is another one now.');
    if (agreedStatuses.includes(status))
      refuse('status', 'The customer must accept another price first. Please save it as quoted.');
  }
  requireNote(sellRules, request, status, note);
  const after = next(
    request,
    {
      status,
      adminNotes: note || request.adminNotes,
      quotedPriceInMinorUnits: priceInMinorUnits,
      quoteValidUntil: validUntil,
      quoteVersion: before === priceInMinorUnits ? request.quoteVersion : request.version + 1,
      ...agreedAfter({ ...request, quotedPriceInMinorUnits: priceInMinorUnits }, status, context),
    },
    context,
    { what: 'quote', from: before === null ? null : dollars(before), to: dollars(priceInMinorUnits), note },
    ...(status === request.status ? [] : [statusStep(request.status, status)]),
  );
  const { currency } = request;
  const data = { priceInMinorUnits, currency, validUntil: validUntil.toISOString(), note };
  const events =
    status === 'quoted'
      ? [requestEvent(sellRules, after, [sellRequestQuoted, data], context)]
      : stepEvents(sellRules, request, after, note, context);
  return { state: after, events };
}

/** S4. */
export const isQuoteOpen = (
  { status, quotedPriceInMinorUnits, quoteValidUntil }: SellRequest,
  now: Date,
): boolean =>
  status === 'quoted' &&
  quotedPriceInMinorUnits !== null &&
  quoteValidUntil !== null &&
  quoteValidUntil > now;

/** A repeated answer is accepted for the price that it was given to. */
function answeredBefore(
  { quotedPriceInMinorUnits: price, quoteVersion, version }: SellRequest,
  seenVersion: number,
): boolean {
  if (price === null || quoteVersion === null) return false;
  if (seenVersion >= quoteVersion) return true;
  throw new ProblemError(
    'version-conflict',
    `Your answer was to another quote. Our offer is $${dollars(price)} now. Please look at your request again.`,
    [{ path: 'version', message: String(version) }],
  );
}

/**
 * S4: accepts or declines the quote that was seen, while it is valid. A repeated answer changes nothing; a different
 * one is refused.
 */
export function answerQuote(
  request: SellRequest,
  answer: 'accepted' | 'rejected',
  seenVersion: number,
  context: RequestEventContext,
  choice?: SellPaymentChoice,
): Change<SellRequest> {
  // S12.
  const status = answer === 'accepted' && request.isInspected ? 'completed' : answer;
  if (request.status === status && answeredBefore(request, seenVersion)) return unchanged(request);
  if (request.status !== 'quoted' || request.quotedPriceInMinorUnits === null)
    throw new ProblemError('conflict', 'There is no quote to answer any more.');
  refuseStale(request, seenVersion);
  if (!isQuoteOpen(request, context.now))
    throw new ProblemError('conflict', 'This quote has run out. We will send you a new one on request.');
  const { agreed } = agreedAfter(request, answer, context);
  const payment = agreed && choice ? chosenPayment(request, agreed.amount, choice, context) : null;
  return withStatus(sellRules, { ...request, agreed: agreed && { ...agreed, payment } }, status, '', context);
}

/** S11: the phone of an accepted request came. */
export function receivePhone(
  request: SellRequest,
  deviceId: string,
  context: RequestEventContext,
): Change<SellRequest> {
  const { status } = request;
  if (status !== 'accepted' || request.deviceId !== null) return unchanged(request);
  const step = statusStep(status, status, 'We have your phone and inspect it next.');
  const after = next(request, { deviceId }, context, step);
  return { state: after, events: [requestEvent(sellRules, after, [sellRequestPhoneReceived, {}], context)] };
}

/**
 * S12: the phone of an accepted request was inspected. As quoted, the request is settled; a lower quote needs a new
 * answer. Changes nothing when staff changed the request meanwhile.
 */
export function inspectPhone(
  request: SellRequest,
  { deviceId, lowerQuote }: Pick<EventOf<typeof deviceInspected>['data'], 'deviceId' | 'lowerQuote'>,
  validUntil: Date,
  context: RequestEventContext,
): Change<SellRequest> {
  // The message that the phone came may still be on its way.
  const isThisPhone = request.deviceId === null || request.deviceId === deviceId;
  const isWaiting = request.status === 'accepted' && request.quotedPriceInMinorUnits !== null;
  if (!isWaiting || !isThisPhone) return unchanged(request);
  const inspected = { ...request, deviceId, isInspected: true };
  if (lowerQuote === null) return withStatus(sellRules, inspected, 'completed', '', context);
  const { priceInMinorUnits, note, photos: inspectionPhotos } = lowerQuote;
  const named = { priceInMinorUnits, note, validUntil, status: 'quoted', version: undefined } as const;
  return quote({ ...inspected, inspectionPhotos }, named, context);
}

/** S13: the phone goes back when its customer was silent until the new quote expired. */
export function expireQuote(request: SellRequest, context: RequestEventContext): Change<SellRequest> {
  if (request.status !== 'quoted' || request.deviceId === null || isQuoteOpen(request, context.now))
    return unchanged(request);
  const note = 'You did not answer our quote in time. We send your phone back to you.';
  return withStatus(sellRules, request, 'rejected', note, context);
}

/** S6: staff delete a request. An open one is closed with a mail; an accepted one is refused. */
export function removeRequest(
  request: SellRequest,
  version: number | undefined,
  context: RequestEventContext,
): Change<SellRequest> {
  refuseStale(request, version);
  if (request.status === 'accepted')
    throw new ProblemError(
      'conflict',
      'The price of this request is accepted. Please set it to rejected or completed first: its customer is told of that.',
    );
  if (isSettled(request))
    throw new ProblemError('conflict', 'This phone is paid: its request belongs to the books of the shop.');
  const isOpen = request.status === 'quoted' || isWithdrawable(request);
  if (isOpen && !request.isCustomerDeleted) return withStatus(sellRules, request, 'rejected', '', context);
  return { state: next(request, {}, context), events: [] };
}
