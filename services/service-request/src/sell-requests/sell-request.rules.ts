import {
  type EventOf,
  type Money,
  type payoutRedirected,
  type SellPayment,
  type SellPaymentChoice,
  type SellRequestAnswer,
  type SellRequestStatus,
  sellRequestLife,
  sellRequestQuoted,
  sellRequestReceived,
  sellRequestSettled,
  sellRequestStatusChanged,
  shopCurrency,
  usedPhoneName,
} from '@kinmel/contracts';
import { percentOf, toShopCurrency } from '@kinmel/pricing';
import {
  businessDaysLater,
  endOf,
  ProblemError,
  pick,
  planted,
  refusal,
  versionConflict,
} from '@kinmel/service-kit';
import {
  type Change,
  customer,
  type GivenAnswer,
  type KindRules,
  nextState,
  type Rate,
  type RequestEventContext,
  type RequestState,
  refuseStale,
  requestEvent,
  requireNote,
  rulesOfLife,
  statusStep,
  stepEvents,
  unchangedState,
  withStatus,
} from '../requests/request.rules.ts';

/** An estimate, with the version of its price table. */
export interface Estimate {
  readonly lowInMinorUnits: number;
  readonly highInMinorUnits: number;
  readonly tableVersion: number;
}

/** Fields of the phone that customer and staff see exactly as they are stored. */
export const phoneFields = ['brand', 'model', 'storage', 'condition', 'color', 'hasCharger'] as const;

export type OfferedPhone = Readonly<Pick<SellRequestAnswer, (typeof phoneFields)[number]>>;

export interface SellRequest
  extends RequestState<SellRequestStatus>,
    OfferedPhone,
    // In older records `agreed` has no payment.
    Readonly<Pick<SellRequestAnswer, 'currency' | 'description' | 'agreed' | 'imeiLastFour' | 'deviceId'>> {
  readonly expectedPriceInMinorUnits: number;
  readonly estimate: Estimate | null;
  /** The quote; null before there is one. */
  readonly quotedPriceInMinorUnits: number | null;
  readonly quoteValidUntil: Date | null;
  /** The request's version with this price: an answer is valid only for the price that was seen. */
  readonly quoteVersion: number | null;
  /** Keyed hashes of the parts of its numbers, for the search. */
  readonly numberParts: readonly string[];
  /** The phone was inspected, so an accepted price is settled at once. */
  readonly isInspected: boolean;
  /** Set when the phone was sent back, as a parcel or over the desk. */
  readonly sentBack: { readonly at: Date; readonly note: string } | null;
  /** Set while device is receiving the phone (SR-S14), with the order that had sold it, if any (SR-S16). */
  readonly receiving: {
    readonly receiptId: string;
    readonly deviceId: string;
    readonly orderId?: string;
    readonly at: Date;
  } | null;
  /** The version of the device; events of older versions belong to an earlier receipt. */
  readonly phoneVersion: number;
  /** Whether it was completed and paid as agreed. Null in older requests, where a received phone implied it. */
  readonly isSettled: boolean | null;
  /** Whether the sum of a settled request was paid. Absent before, and in older settled requests. */
  readonly isPaid?: boolean;
  /** The payout's version at its last change after the settlement; absent before. */
  readonly redirectedVersion?: number;
  /** The photos of an inspection with a lower quote. */
  readonly inspectionPhotos: string[];
}

/** The phone fields of a request whose phone went back. */
const noPhone = { deviceId: null, isInspected: false, inspectionPhotos: [], sentBack: null, receiving: null };

/** The phone fields of a request before its phone arrives. */
export const withoutPhone = { ...noPhone, phoneVersion: 0, isSettled: false };

/** SR-S10: whether credit is possible. */
export const hasAccount = ({ userId, isCustomerDeleted }: SellRequest): boolean =>
  userId !== null && !isCustomerDeleted;

/** The payment method; null before it is chosen. */
export const paymentOf = ({ agreed }: Pick<SellRequest, 'agreed'>): SellPayment | null =>
  agreed?.payment ?? null;

/** The payment with only the last four characters of the account number, which is personal. */
export const withoutAccount = (payment: SellPayment | null) =>
  payment && {
    ...pick(payment, 'to', 'amount', 'method'),
    accountLastFour: payment.account.slice(-4),
  };

/** SR-S12: whether the shop has bought the phone, so that the request stays completed. */
export const isSettled = ({ isSettled: stored, status, deviceId, agreed }: SellRequest): boolean =>
  stored ?? (status === 'completed' && deviceId !== null && agreed !== null);

/** SR-S14: the shop has the phone but has not bought it. */
export const isPhoneInShop = (request: SellRequest): boolean =>
  request.deviceId !== null && request.sentBack === null && !isSettled(request);

/** SR-G10: the shop has the phone and has not paid yet; staff may stop the payment and send it back. */
const mayStillGoBack = ({ isPaid, sentBack }: SellRequest): boolean => isPaid === false && sentBack === null;

/** SR-S8: the agreed payment; null when staff closed the request without payment. */
export const agreedOf = (request: SellRequest): SellRequest['agreed'] =>
  request.status === 'completed' && !isSettled(request) ? null : request.agreed;

const quotedWithinMs = 24 * 60 * 60_000;

/** Statuses before a quote. */
const unquotedStatuses: readonly (string | null)[] = ['pending', 'reviewed'];
/** SR-S7: customers can withdraw only before the quote. */
export const isWithdrawable = ({ status }: SellRequest): boolean => unquotedStatuses.includes(status);

export const sellRules: KindRules<SellRequest> & { readonly kind: 'sell-request' } = {
  kind: 'sell-request',
  subjectOf: usedPhoneName,
  ...rulesOfLife(sellRequestLife, 'rejected'),
  /** SR-G13: a quote within 24 hours; payment on the day of the acceptance, or the next working day. */
  promisedAtOf({ status, createdAt, history, updatedAt }, calendar) {
    if (status !== 'accepted') return new Date(createdAt.getTime() + quotedWithinMs);
    const acceptedAt =
      history.findLast(({ what, to }) => what === 'status' && to === status)?.at ?? updatedAt;
    return endOf(businessDaysLater(calendar.dayOf(acceptedAt), 0, calendar), calendar);
  },
  receivedEvent: () => [sellRequestReceived, {}],
  statusEvent: (change) => [sellRequestStatusChanged, change],
  eventData(request) {
    const agreed = agreedOf(request);
    return {
      isInspected: request.isInspected,
      isPhoneInShop: isPhoneInShop(request),
      isSettled: isSettled(request),
      ...(agreed && { agreed: agreed.amount, payment: withoutAccount(paymentOf({ agreed })) ?? undefined }),
    };
  },
  needsRate: true,
  isWithShop: (request) =>
    !planted('sell.forgotten-with-phone') &&
    (isPhoneInShop(request) || request.receiving !== null || mayStillGoBack(request)),
  statusFields: (request, status, context) => ({
    ...agreedPayment(request, status, context),
    ...phoneAfterStep(request, status),
  }),
  additionalEvents(before, after) {
    const { deviceId, agreed } = after;
    if (!isSettled(after) || isSettled(before)) return [];
    return [[sellRequestSettled, { deviceId, price: agreed?.amount, payment: agreed?.payment }]];
  },
  stepByStaff,
  /** SR-S7: withdrawn before the quote. */
  cancelling: {
    may: isWithdrawable,
    isDone({ status, history }) {
      const last = history.findLast(({ what }) => what === 'status');
      return status === 'rejected' && last?.by === 'customer' && unquotedStatuses.includes(last.from);
    },
    refusal: ({ status }) =>
      status === 'quoted'
        ? 'There is a quote by now. You can decline it.'
        : 'This request cannot be withdrawn any more.',
    doneText: 'Your request is withdrawn.',
  },
  answering: {
    answer(request, reply, context) {
      const { isAccepted, seenVersion, payment, amountInMinorUnits } = reply;
      if (!isAccepted) return answerQuote(request, 'rejected', seenVersion, context);
      refuseAccountOfOthers(request, reply);
      const changed = changePayout(request, seenVersion, payment, context);
      if (changed) return changed;
      const change = answerQuote(request, 'accepted', seenVersion, context, payment);
      if (change.state.version > request.version) refuseOtherSum(change.state, amountInMinorUnits);
      else refuseOtherChoice(request, payment);
      return change;
    },
    acceptedText: ({ status }) =>
      status === 'completed'
        ? 'Thank you! You are paid as you chose, and we write when it is done.'
        : 'Thank you! We will contact you about the hand-over.',
    declinedText: 'You declined our offer.',
  },
  personal: ({ agreed, sentBack }) => ({
    description: '',
    sentBack: sentBack && { ...sentBack, note: '' },
    imeiLastFour: '',
    numberParts: [],
    inspectionPhotos: [],
    agreed: agreed?.payment ? { ...agreed, payment: { ...agreed.payment, account: '' } } : agreed,
  }),
};

const dollars = (minorUnits: number) => (minorUnits / 100).toFixed(2);

/** The statuses with an accepted price. */
const agreedStatuses: readonly SellRequestStatus[] = ['accepted', 'completed'];

function knownRate({ rate }: Pick<RequestEventContext, 'rate'>): Rate {
  if (rate !== undefined) return rate;
  throw new ProblemError(
    'service-unavailable',
    'The rate of the dollar is not known at the moment. Please try again in a minute.',
  );
}

export function refuse(path: string, message: string): never {
  throw refusal(path, message);
}

/** SR-S8: the payment of the quote. A later rate does not change it. */
function agreedPayment(
  request: SellRequest,
  status: SellRequestStatus,
  context: Pick<RequestEventContext, 'rate'>,
): Pick<SellRequest, 'agreed'> {
  const { quotedPriceInMinorUnits: price } = request;
  if (isSettled(request)) return pick(request, 'agreed');
  if (price === null || status !== 'accepted') return { agreed: null };
  return { agreed: request.agreed ?? agreedAmount(price, knownRate(context)) };
}

/** SR-S15: a request that is resumed after its phone went back waits for the phone again. */
export const phoneAfterStep = ({ sentBack }: SellRequest, status: SellRequestStatus): Partial<SellRequest> =>
  sentBack !== null && !sellRules.stages.closed.includes(status) ? noPhone : {};

/** SR-S12: cash when nothing was chosen, or when the account for the credit was deleted. */
function settledPayment(request: SellRequest, agreed: NonNullable<SellRequest['agreed']>): SellPayment {
  const inCash = { to: 'payout', amount: agreed.amount, method: 'cash', account: '' } as const;
  const chosen = paymentOf({ agreed }) ?? inCash;
  return chosen.to === 'payout' || hasAccount(request) ? chosen : inCash;
}

/** SR-S12: buys the phone. Nothing else leads to a payment. */
export function settle(
  request: SellRequest,
  note: string,
  context: RequestEventContext,
): Change<SellRequest> {
  const { agreed } = agreedPayment(request, 'accepted', context);
  if (agreed === null) throw new Error(`sell request ${request.id} has no price`);
  const payment = settledPayment(request, agreed);
  const fields = {
    status: 'completed',
    isSettled: true,
    isPaid: payment.amount.amountInMinorUnits === 0,
    receiving: null,
    agreed: { ...agreed, payment },
    adminNotes: note || request.adminNotes,
  } as const;
  const after = nextState(request, fields, context, statusStep(request.status, 'completed', note));
  return { state: after, events: stepEvents(sellRules, request, after, note, context) };
}

/** SR-S14, SR-S15: the steps of staff while a phone is being handled, and closing without payment. */
function stepByStaff(
  request: SellRequest,
  to: SellRequestStatus,
  note: string,
  context: RequestEventContext,
): Change<SellRequest> | undefined {
  if (to === request.status) return undefined;
  if (isSettled(request)) refuse('status', 'This phone is bought and paid: the request stays completed.');
  refuseWhileReceived(request);
  if (to === 'completed' && note === '')
    refuse('adminNotes', 'Please say in the notes why the request is closed without payment.');
  if (to === 'completed' && request.agreed !== null && planted('sell.complete-pays'))
    return settle({ ...request, deviceId: request.deviceId ?? request.id }, note, context);
  if (!isPhoneInShop(request)) return undefined;
  if (to === 'accepted' && request.isInspected) {
    requireNote(sellRules, request, to, note);
    return settle(request, note, context);
  }
  const isOfferedAgain = to === 'quoted' && request.isInspected;
  if (isOfferedAgain && !isQuoteOpen({ ...request, status: to }, context.now))
    refuse('status', 'The quote has run out. Please quote the same price again.');
  if (to === 'pending' || to === 'reviewed' || (to === 'quoted' && !isOfferedAgain))
    refuse('status', 'The phone of this request is in the shop: its inspection quotes.');
  return undefined;
}

/** SR-S14: of a concurrent step and receipt, the first wins. */
export function refuseWhileReceived({ receiving }: SellRequest): void {
  if (receiving !== null)
    refuse('status', 'The phone of this request is being received. Please look at it again in a minute.');
}

const money = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: shopCurrency });

function agreedAmount(price: number, rate: Rate) {
  const { number, shopMinorUnits } = rate;
  return { amount: money(toShopCurrency(price, rate)), rate: { number, shopMinorUnits }, payment: null };
}

/** SR-S10: credit has the bonus of the policy, and needs an account. */
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
  const amount = withBonus(amountInMinorUnits, knownRate(context));
  return { to: 'credit', amount, method: null, account: '' };
}

/**
 * SR-S17: a mailed link may be forwarded, so only the account's owner chooses the bank account or wallet. A repeated
 * acceptance, which names an older version, changes nothing.
 */
function refuseAccountOfOthers(
  request: SellRequest,
  { seenVersion, payment: choice, userId }: GivenAnswer,
): void {
  if (choice?.to !== 'payout' || seenVersion !== request.version || !hasAccount(request)) return;
  const isFirstChoiceCash = choice.method === 'cash' && request.status === 'quoted';
  if (!isFirstChoiceCash && userId !== request.userId)
    refuse(
      'payment',
      'Please sign in to the account of this request to be paid to a bank account or wallet.',
    );
}

/**
 * SR-S17: changes the bank account or wallet of an accepted quote in the version that was seen; undefined for
 * everything else, such as a repeated acceptance. The customer gets a mail. For a settled request, order is asked
 * first.
 */
function changePayout(
  request: SellRequest,
  seenVersion: number,
  choice: SellPaymentChoice | undefined,
  context: RequestEventContext,
): Change<SellRequest> | undefined {
  const { agreed, status, version } = request;
  if (status !== 'accepted' && !isSettled(request)) return undefined;
  if (seenVersion !== version || agreed === null) return undefined;
  if (choice?.to !== 'payout' || agreed.payment?.to === 'credit') return undefined;
  const payment = chosenPayment(request, agreed.amount, choice, context);
  const { method, account } = agreed.payment ?? { method: 'cash', account: '' };
  if (payment.method === method && payment.account === account) return undefined;
  return withPayment(request, { ...agreed, payment }, version + 1, context);
}

function withPayment(
  request: SellRequest,
  agreed: NonNullable<SellRequest['agreed']>,
  redirectedVersion: number,
  context: RequestEventContext,
): Change<SellRequest> {
  const { status } = request;
  const step = statusStep(status, status, 'The payout goes another way now.');
  const after = nextState(request, { agreed, redirectedVersion }, context, step);
  return { state: after, events: stepEvents(sellRules, request, after, '', context) };
}

/** SR-S17: order changed the payment method of the payout, but another step of the request was saved first. */
export function followPayout(
  request: SellRequest,
  { requestVersion, method, account }: Omit<EventOf<typeof payoutRedirected>['data'], 'sellRequestId'>,
  context: RequestEventContext,
): Change<SellRequest> {
  const { agreed, redirectedVersion = 0 } = request;
  if (!isSettled(request) || agreed === null || requestVersion <= redirectedVersion)
    return unchangedState(request);
  const payment = { to: 'payout', amount: agreed.amount, method, account } as const;
  return withPayment(request, { ...agreed, payment }, requestVersion, { ...context, actor: customer });
}

/** SR-S10: a repeated acceptance changes nothing, so one with another choice must not be answered as if it did. */
function refuseOtherChoice({ agreed, version }: SellRequest, choice: SellPaymentChoice | undefined): void {
  const { to, method, account } = paymentOf({ agreed }) ?? { to: 'payout', method: 'cash', account: '' };
  const isSame =
    choice?.to === 'payout'
      ? choice.method === method && (method === 'cash' || choice.account === account)
      : choice === undefined || choice.to === to;
  if (!isSame)
    throw versionConflict(
      version,
      'Your request was accepted already, to be paid another way. Please look at it again.',
    );
}

/** SR-S17: the payment method of a settled request's payout; undefined when it has not changed. */
export const changedPayment = (before: SellRequest, { agreed }: SellRequest) =>
  isSettled(before) && agreed?.payment?.method && agreed.payment !== before.agreed?.payment
    ? { method: agreed.payment.method, account: agreed.payment.account }
    : undefined;

const withBonus = (amountInMinorUnits: number, { tradeIn }: Rate) =>
  money(amountInMinorUnits + percentOf(amountInMinorUnits, tradeIn.creditBonusPercent));

/** SR-S4: what accepting the open quote would pay now; null without a quote or a rate. */
export function payableOf(request: SellRequest, rate: Rate | undefined, now: Date) {
  const { quotedPriceInMinorUnits: price } = request;
  if (price === null || rate === undefined || !isQuoteOpen(request, now)) return null;
  const payout = agreedAmount(price, rate).amount;
  const credit = withBonus(payout.amountInMinorUnits, rate);
  return { payout, credit, creditBonusPercent: rate.tradeIn.creditBonusPercent };
}

/** SR-S4: the rate or the bonus may have changed since the page was loaded. */
function refuseOtherSum({ agreed }: SellRequest, seenAmountInMinorUnits: number | undefined): void {
  const sum = (paymentOf({ agreed }) ?? agreed)?.amount.amountInMinorUnits;
  if (sum === undefined || sum === seenAmountInMinorUnits) return;
  const amountText = (sum / 100).toLocaleString('en-US', { minimumFractionDigits: sum % 100 === 0 ? 0 : 2 });
  const message = `This quote gives NPR ${amountText} now. Please look at it again, and accept that sum.`;
  throw new ProblemError('price-changed', message, [{ path: 'amountInMinorUnits', message: String(sum) }]);
}

/** SR-S3: quotes of staff are limited by the policy. */
export function refuseAbovePolicy(
  priceInMinorUnits: number,
  context: Pick<RequestEventContext, 'rate'>,
): void {
  const { maxQuoteInMinorUnits } = knownRate(context).tradeIn;
  if (priceInMinorUnits <= maxQuoteInMinorUnits) return;
  const message = `The shop pays at most $${dollars(maxQuoteInMinorUnits)} for a phone.`;
  throw refusal('estimatedPrice', message, 'invalid-request');
}

/**
 * SR-S3: a quote is a price with an expiry. A different price is a new quote, which needs a note and a new answer; the
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
  const isByStaff = context.actor.by === 'admin';
  const isGuarded = isByStaff && !planted('sell.quote-in-shop');
  if (isGuarded && isPhoneInShop(request) && before !== priceInMinorUnits)
    refuse('estimatedPrice', 'The phone of this request is in the shop: its inspection quotes.');
  if (before !== null && before !== priceInMinorUnits) {
    if (note === '') refuse('adminNotes', 'Please say in the notes why the price is another one now.');
    if (agreedStatuses.includes(status))
      refuse('status', 'The customer must accept another price first. Please save it as quoted.');
  }
  const step = isGuarded && stepByStaff({ ...request, quoteValidUntil: validUntil }, status, note, context);
  if (step) return step;
  requireNote(sellRules, request, status, note);
  const after = nextState(
    request,
    {
      status,
      adminNotes: note || request.adminNotes,
      quotedPriceInMinorUnits: priceInMinorUnits,
      quoteValidUntil: validUntil,
      quoteVersion: before === priceInMinorUnits ? request.quoteVersion : request.version + 1,
      ...agreedPayment({ ...request, quotedPriceInMinorUnits: priceInMinorUnits }, status, context),
      ...phoneAfterStep(request, status),
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

/** SR-S4: a quote can be accepted or declined while it is valid. */
export const isQuoteOpen = (
  { status, quotedPriceInMinorUnits, quoteValidUntil }: SellRequest,
  now: Date,
): boolean =>
  status === 'quoted' &&
  quotedPriceInMinorUnits !== null &&
  quoteValidUntil !== null &&
  quoteValidUntil > now;

/** An answer may be repeated only for the price that it was given for. */
function isRepeatedAnswer(
  { quotedPriceInMinorUnits: price, quoteVersion, version }: SellRequest,
  seenVersion: number,
): boolean {
  if (price === null || quoteVersion === null) return false;
  if (seenVersion >= quoteVersion) return true;
  throw versionConflict(
    version,
    `Your answer was to another quote. Our offer is $${dollars(price)} now. Please look at your request again.`,
  );
}

/**
 * SR-S4: accepts or declines the quote that was seen, while it is valid. A repeated answer changes nothing; a different
 * one is refused.
 */
export function answerQuote(
  request: SellRequest,
  answer: 'accepted' | 'rejected',
  seenVersion: number,
  context: RequestEventContext,
  choice?: SellPaymentChoice,
): Change<SellRequest> {
  // SR-S12: accepting a quote after the inspection completes the request.
  const status = answer === 'accepted' && request.isInspected ? 'completed' : answer;
  if (request.status === status && isRepeatedAnswer(request, seenVersion)) return unchangedState(request);
  if (request.status !== 'quoted' || request.quotedPriceInMinorUnits === null)
    throw new ProblemError('conflict', 'There is no quote to answer any more.');
  refuseStale(request, seenVersion);
  if (!isQuoteOpen(request, context.now))
    throw new ProblemError('conflict', 'This quote has run out. We will send you a new one on request.');
  if (answer === 'rejected') return withStatus(sellRules, request, answer, '', context);
  const { agreed } = agreedPayment(request, answer, context);
  const payment = agreed && choice ? chosenPayment(request, agreed.amount, choice, context) : null;
  const chosen = { ...request, agreed: agreed && { ...agreed, payment } };
  return request.isInspected
    ? settle(chosen, '', context)
    : withStatus(sellRules, chosen, answer, '', context);
}

/** SR-S6: staff delete a request. An open one is closed with a mail; an accepted one is refused. */
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
  if (isPhoneInShop(request))
    throw new ProblemError(
      'conflict',
      'The phone of this request is in the shop. Please send it back first.',
    );
  const isOpen = request.status === 'quoted' || isWithdrawable(request);
  if (isOpen && !request.isCustomerDeleted) return withStatus(sellRules, request, 'rejected', '', context);
  return { state: nextState(request, {}, context), events: [] };
}
