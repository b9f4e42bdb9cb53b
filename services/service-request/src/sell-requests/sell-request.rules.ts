import {
  type requestCurrency,
  type SellRequestAnswer,
  type SellRequestStatus,
  type sellBrands,
  type sellColors,
  type sellConditions,
  sellRequestQuoted,
  sellRequestReceived,
  sellRequestStatusChanged,
  type sellStorages,
  shopCurrency,
} from '@kinmel/contracts';
import { toShopCurrency } from '@kinmel/pricing';
import { businessDaysLater, endOf, ProblemError } from '@kinmel/service-kit';
import {
  type Change,
  type KindRules,
  next,
  type RequestEventContext,
  type RequestState,
  refuseStale,
  requestEvent,
  requireNote,
  statusEvent,
  statusStep,
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
  readonly agreed: SellRequestAnswer['agreed'];
}

const words: Readonly<Record<string, string>> = { oneplus: 'OnePlus', oppo: 'OPPO', other: 'Other' };
const spoken = (value: string) =>
  words[value] ?? value.replaceAll(/(^|-)[a-z]/g, (start) => start.replace('-', ' ').toUpperCase());

const quotedWithinMs = 24 * 60 * 60_000;

/** Statuses before a quote. */
const beforeQuote: readonly (string | null)[] = ['pending', 'reviewed'];
/** S7. */
export const isWithdrawable = ({ status }: SellRequest): boolean => beforeQuote.includes(status);

export const sellRules: KindRules<SellRequest> & { readonly kind: 'sell-request' } = {
  kind: 'sell-request',
  /** "Apple iPhone 13, 128 GB, Black". */
  subjectOf: ({ brand, model, storage, color }) =>
    [brand === 'other' ? model : `${spoken(brand)} ${model}`, `${storage} GB`, spoken(color)].join(', '),
  usualSteps: {
    pending: ['reviewed', 'quoted', 'rejected'],
    reviewed: ['quoted', 'rejected'],
    quoted: ['accepted', 'rejected'],
    accepted: ['completed', 'rejected'],
    rejected: [],
    completed: [],
  },
  stages: {
    // A quoted request waits for its customer.
    open: ['pending', 'reviewed', 'accepted'],
    begun: ['accepted'],
    closed: ['rejected', 'completed'],
    withdrawn: 'rejected',
  },
  /** G13: a quote within 24 hours; payment on the day of the acceptance, or the next working day. */
  promisedAtOf({ status, createdAt, history, updatedAt }, calendar) {
    if (status !== 'accepted') return new Date(createdAt.getTime() + quotedWithinMs);
    const acceptedAt =
      history.findLast(({ what, to }) => what === 'status' && to === status)?.at ?? updatedAt;
    return endOf(businessDaysLater(calendar.dayOf(acceptedAt), 0, calendar), calendar);
  },
  receivedEvent: () => [sellRequestReceived, {}],
  statusEvent: (change) => [sellRequestStatusChanged, change],
  eventData: ({ agreed }) => (agreed === null ? {} : { agreed: agreed.amount }),
  needsRate: ({ agreed }) => agreed === null,
  statusFields: (request, status, context) => agreedAfter(request, status, context),
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
    answer: (request, isAccepted, seenVersion, context) =>
      answerQuote(request, isAccepted ? 'accepted' : 'rejected', seenVersion, context),
    acceptedText: 'Thank you! We will contact you about the hand-over.',
    declinedText: 'You declined our offer.',
  },
  personal: { description: '' },
};

const dollars = (minorUnits: number) => (minorUnits / 100).toFixed(2);

/** The statuses after an acceptance. */
const agreedStatuses: readonly SellRequestStatus[] = ['accepted', 'completed'];

/** S8: what is paid of the quote. A rate that is set later does not change it. */
function agreedAfter(
  { quotedPriceInMinorUnits: price, agreed }: Pick<SellRequest, 'quotedPriceInMinorUnits' | 'agreed'>,
  status: SellRequestStatus,
  { rate }: Pick<RequestEventContext, 'rate'>,
): Pick<SellRequest, 'agreed'> {
  if (price === null || !agreedStatuses.includes(status)) return { agreed: null };
  if (agreed !== null) return { agreed };
  if (rate === undefined)
    throw new ProblemError(
      'service-unavailable',
      'The rate of the dollar is not known at the moment. Please try again in a minute.',
    );
  const { number, shopMinorUnits } = rate;
  const amount = { amountInMinorUnits: toShopCurrency(price, rate), currency: shopCurrency };
  return { agreed: { amount, rate: { number, shopMinorUnits } } };
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
    const refuse = (path: string, message: string) => {
      throw new ProblemError('conflict', message, [{ path, message }]);
    };
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
  const event =
    status === 'quoted'
      ? requestEvent(sellRules, after, [sellRequestQuoted, data], context)
      : statusEvent(sellRules, request, after, note, context);
  return { state: after, events: [event] };
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
): Change<SellRequest> {
  if (request.status === answer && answeredBefore(request, seenVersion)) return unchanged(request);
  if (request.status !== 'quoted' || request.quotedPriceInMinorUnits === null)
    throw new ProblemError('conflict', 'There is no quote to answer any more.');
  refuseStale(request, seenVersion);
  if (!isQuoteOpen(request, context.now))
    throw new ProblemError('conflict', 'This quote has run out. We will send you a new one on request.');
  return withStatus(sellRules, request, answer, '', context);
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
  const isOpen = request.status === 'quoted' || isWithdrawable(request);
  if (isOpen && !request.isCustomerDeleted) return withStatus(sellRules, request, 'rejected', '', context);
  return { state: next(request, {}, context), events: [] };
}
