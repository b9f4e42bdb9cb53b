import {
  type EventDefinition,
  type SellRequestStatus,
  type sellBrands,
  type sellColors,
  type sellConditions,
  sellRequestQuoted,
  sellRequestReceived,
  sellRequestStatusChanged,
  type sellStorages,
} from '@kinmel/contracts';
import {
  businessDaysLater,
  endOf,
  ProblemError,
  type ShopCalendar,
  type WireEvent,
} from '@kinmel/service-kit';
import type { Change } from '../requests/change-request.ts';
import {
  daysAfter,
  type Forgetting,
  forgettingOf,
  type Retention,
  type Stages,
} from '../requests/forget.rules.ts';
import {
  customer,
  next,
  type Promises,
  type RequestState,
  received,
  refuseStale,
  requestEvent,
  requireNote,
  type TellingContext,
} from '../requests/request.rules.ts';

/** What a phone may bring, in US cents, with the version of the table that says so (CONF-09). */
export interface Estimate {
  readonly lowInMinorUnits: number;
  readonly highInMinorUnits: number;
  readonly tableVersion: number;
}

/** The phone that somebody wants to sell. Prices in US cents. */
export interface OfferedPhone {
  readonly brand: (typeof sellBrands)[number];
  readonly model: string;
  readonly storage: (typeof sellStorages)[number];
  readonly condition: (typeof sellConditions)[number];
  readonly color: (typeof sellColors)[number];
  readonly hasCharger: boolean;
}

export interface SellRequest extends RequestState<SellRequestStatus>, OfferedPhone {
  readonly expectedPriceInMinorUnits: number;
  readonly description: string;
  readonly estimate: Estimate | null;
  /** The staff's price; null before there is one. */
  readonly quotedPriceInMinorUnits: number | null;
  readonly quoteValidUntil: Date | null;
  /** The version of the request in which that price was named: an answer counts for the price that was seen. */
  readonly quoteVersion: number | null;
  readonly photoId: string | null;
}

const words: Readonly<Record<string, string>> = { oneplus: 'OnePlus', oppo: 'OPPO', other: 'Other' };
const spoken = (value: string) =>
  words[value] ?? value.replaceAll(/(^|-)[a-z]/g, (start) => start.replace('-', ' ').toUpperCase());

/** "Apple iPhone 13, 128 GB, Black". */
export const subjectOf = ({ brand, model, storage, color }: OfferedPhone): string =>
  [brand === 'other' ? model : `${spoken(brand)} ${model}`, `${storage} GB`, spoken(color)].join(', ');

const eventOf = (
  definition: EventDefinition,
  request: SellRequest,
  data: object,
  context: TellingContext,
): WireEvent => requestEvent(definition, request, subjectOf(request), data, context);

/** S1: a new request is pending, whatever the form says besides (SELL-07, F-04). */
export function newSellRequest(
  id: string,
  fields: Omit<
    SellRequest,
    keyof ReturnType<typeof received> | 'quotedPriceInMinorUnits' | 'quoteValidUntil' | 'quoteVersion'
  >,
  now: Date,
): SellRequest {
  return {
    ...fields,
    ...received(id, 'pending', { now, actor: customer }),
    quotedPriceInMinorUnits: null,
    quoteValidUntil: null,
    quoteVersion: null,
  };
}

export const receivedEvent = (request: SellRequest, context: TellingContext): WireEvent =>
  eventOf(sellRequestReceived, request, {}, context);

/** What usually follows on each status. */
export const usualSteps: Readonly<Record<SellRequestStatus, readonly SellRequestStatus[]>> = {
  pending: ['reviewed', 'quoted', 'rejected'],
  reviewed: ['quoted', 'rejected'],
  quoted: ['accepted', 'rejected'],
  accepted: ['completed', 'rejected'],
  rejected: [],
  completed: [],
};

const statusChanged = (
  before: SellRequest,
  state: SellRequest,
  note: string,
  context: TellingContext,
): Change<SellRequest> => ({
  state,
  events: [
    eventOf(
      sellRequestStatusChanged,
      state,
      { from: before.status, to: state.status, by: context.actor.by, note },
      context,
    ),
  ],
});

/** S2: staff may set any known status; a step back or over needs a note (ASELL-28, SIL-38). */
export function setStatus(
  request: SellRequest,
  { status, note, version }: { status: SellRequestStatus; note: string; version: number | undefined },
  context: TellingContext,
): Change<SellRequest> {
  refuseStale(request, version);
  if (status === request.status && note === '') return { state: request, events: [] };
  requireNote(usualSteps[request.status].includes(status), note);
  const after = next(request, { status, adminNotes: note || request.adminNotes }, context, {
    what: 'status',
    from: request.status,
    to: status,
    note,
  });
  return statusChanged(request, after, note, context);
}

const closed = (request: SellRequest, context: TellingContext): Change<SellRequest> =>
  statusChanged(
    request,
    next(request, { status: 'rejected' }, context, {
      what: 'status',
      from: request.status,
      to: 'rejected',
      note: '',
    }),
    '',
    context,
  );

const dollars = (minorUnits: number) => (minorUnits / 100).toFixed(2);

/** The statuses that stand on a yes to the price. */
const agreed: readonly SellRequestStatus[] = ['accepted', 'completed'];

/**
 * S3: a quote names a price until a moment. Another price than the one before is a new quote: it says why, and needs a new yes;
 * the same price renews the quote.
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
  context: TellingContext,
): Change<SellRequest> {
  refuseStale(request, version);
  const before = request.quotedPriceInMinorUnits;
  if (before !== null && before !== priceInMinorUnits) {
    const refuse = (path: string, message: string) => {
      throw new ProblemError('conflict', message, [{ path, message }]);
    };
    if (note === '') refuse('adminNotes', 'Please say in the notes why the price is another one now.');
    if (agreed.includes(status))
      refuse('status', 'Another price needs a new yes. Please save it as quoted first.');
  }
  requireNote(status === request.status || usualSteps[request.status].includes(status), note);
  const after = next(
    request,
    {
      status,
      adminNotes: note || request.adminNotes,
      quotedPriceInMinorUnits: priceInMinorUnits,
      quoteValidUntil: validUntil,
      quoteVersion: before === priceInMinorUnits ? request.quoteVersion : request.version + 1,
    },
    context,
    { what: 'quote', from: before === null ? null : dollars(before), to: dollars(priceInMinorUnits), note },
    ...(status === request.status
      ? []
      : [{ what: 'status' as const, from: request.status, to: status, note: '' }]),
  );
  const told =
    status === 'quoted'
      ? eventOf(
          sellRequestQuoted,
          after,
          { priceInMinorUnits, validUntil: validUntil.toISOString(), note },
          context,
        )
      : undefined;
  return told ? { state: after, events: [told] } : statusChanged(request, after, note, context);
}

/** Whether a quote can be answered now (S4). */
export const isQuoteOpen = (
  { status, quotedPriceInMinorUnits, quoteValidUntil }: SellRequest,
  now: Date,
): boolean =>
  status === 'quoted' &&
  quotedPriceInMinorUnits !== null &&
  quoteValidUntil !== null &&
  quoteValidUntil > now;

/** An answer that was given already: it is answered the same to the price that it was given to, and to no other. */
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
 * S4: the holder of the link says yes or no to the quote that was seen, while it is good. What was said is answered the same
 * when it is said again; the other answer comes too late then.
 */
export function answerQuote(
  request: SellRequest,
  answer: 'accepted' | 'rejected',
  seenVersion: number,
  context: TellingContext,
): Change<SellRequest> {
  if (request.status === answer && answeredBefore(request, seenVersion))
    return { state: request, events: [] };
  if (request.status !== 'quoted' || request.quotedPriceInMinorUnits === null)
    throw new ProblemError('conflict', 'There is no quote to answer any more.');
  refuseStale(request, seenVersion);
  if (!isQuoteOpen(request, context.now))
    throw new ProblemError('conflict', 'This quote has run out. We will send you a new one on request.');
  const after = next(request, { status: answer }, context, {
    what: 'status',
    from: request.status,
    to: answer,
    note: '',
  });
  return statusChanged(request, after, '', context);
}

/** The statuses in which a request waits for its quote. */
const beforeQuote: readonly SellRequestStatus[] = ['pending', 'reviewed'];
/** S7. */
export const isWithdrawable = ({ status }: SellRequest): boolean => beforeQuote.includes(status);

/** S7: the holder of the link withdraws a request that waits for its quote. Said again it is answered the same. */
export function withdraw(request: SellRequest, context: TellingContext): Change<SellRequest> {
  const { status, history } = request;
  const last = history.findLast(({ what }) => what === 'status');
  const isWithdrawn =
    status === 'rejected' && last?.by === 'customer' && beforeQuote.some((before) => before === last.from);
  if (isWithdrawn) return { state: request, events: [] };
  if (status === 'quoted') throw new ProblemError('conflict', 'There is a quote by now. You can decline it.');
  if (!isWithdrawable(request))
    throw new ProblemError('conflict', 'This request cannot be withdrawn any more.');
  return closed(request, context);
}

/** S6: staff take a request away. Whose customer still waits for the shop is closed by it and told; an accepted price is kept. */
export function takeAway(
  request: SellRequest,
  version: number | undefined,
  context: TellingContext,
): Change<SellRequest> {
  refuseStale(request, version);
  if (request.status === 'accepted')
    throw new ProblemError(
      'conflict',
      'The price of this request is accepted. Please set it to rejected or completed first: its customer is told of that.',
    );
  const isOpen = request.status === 'quoted' || isWithdrawable(request);
  if (isOpen && !request.isCustomerGone) return closed(request, context);
  return { state: next(request, {}, context), events: [] };
}

const quotedWithinMs = 24 * 60 * 60_000;

/** The statuses in which a request waits for staff; a quote waits for its customer. */
const openStatuses: readonly SellRequestStatus[] = ['pending', 'reviewed', 'accepted'];

/** G13: a quote within 24 hours (ERR-24); after the yes, payment on the same day, or the next on which the shop works (GEN-08). */
function promisedAtOf(request: SellRequest, calendar: ShopCalendar): Date | null {
  const { status, createdAt, history, updatedAt } = request;
  if (!openStatuses.includes(status)) return null;
  if (status !== 'accepted') return new Date(createdAt.getTime() + quotedWithinMs);
  const acceptedAt = history.findLast(({ what, to }) => what === 'status' && to === status)?.at ?? updatedAt;
  return endOf(businessDaysLater(calendar.dayOf(acceptedAt), 0, calendar), calendar);
}

export const sellPromises = (calendar: ShopCalendar): Promises<SellRequest> => ({
  openStatuses,
  promisedAtOf: (state) => promisedAtOf(state, calendar),
});

const stages: Stages<SellRequestStatus> = {
  closed: ['rejected', 'completed'],
  begun: ['accepted'],
  withdrawn: 'rejected',
};

/** G10, G11 and S5: the photo leaves before the rest, and never after it. */
export function forgettingSellRequests(retention: Retention): Forgetting<SellRequest> {
  const person = forgettingOf<SellRequest, SellRequestStatus>(
    stages,
    { description: '', photoId: null },
    retention,
  );
  const photoEnd = ({ photoId, createdAt }: SellRequest) =>
    photoId === null ? null : daysAfter(createdAt, retention.photoDays);
  return {
    dueAt(request) {
      const [personal, photo] = [person.dueAt(request), photoEnd(request)];
      return personal === null || (photo !== null && photo < personal) ? photo : personal;
    },
    forget(request, context) {
      const personal = person.dueAt(request);
      return personal !== null && personal <= context.now
        ? person.forget(request, context)
        : // Nobody dealt with it: the rest stays as long as it did.
          { ...next(request, { photoId: null }, context), updatedAt: request.updatedAt };
    },
  };
}
