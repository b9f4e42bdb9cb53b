import {
  begunStatuses,
  type EventDefinition,
  type Life,
  type Policy,
  type RateAnswer,
  type RequestKind,
  type SellPaymentChoice,
  statusesIn,
  statusesOf,
  usualStepsOf,
} from '@kinmel/contracts';
import { createEvent, ProblemError, refusal, versionConflict, type WireEvent } from '@kinmel/service-kit';
import type { WithPhotos } from '../photos/photos-of-request.rules.ts';
import type { SlotCalendar } from '../repair-bookings/slot.rules.ts';

/** The link's holder, a staff member, or a program. */
export interface Actor {
  readonly by: 'customer' | 'admin' | 'shop';
  /** The staff member, who is never shown to customers; null for others. */
  readonly who: string | null;
}

export const customer: Actor = { by: 'customer', who: null };
/** A program, without a person. */
export const shop: Actor = { by: 'shop', who: null };

export interface HistoryEntry extends Actor {
  readonly at: Date;
  readonly what: 'status' | 'quote' | 'time';
  /** Null for the receipt of the request. */
  readonly from: string | null;
  readonly to: string;
  readonly note: string;
}

/** The state that all kinds share. */
export interface RequestState<Status extends string = string> extends WithPhotos {
  readonly id: string;
  readonly status: Status;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Account id of the customer; null for visitors. An equal e-mail does not link a request to an account (SR-G6). */
  readonly userId: string | null;
  /** The latest note of the shop, shown to the customer. */
  readonly adminNotes: string;
  readonly history: readonly HistoryEntry[];
  /** Raised to revoke the link: the token depends on it (SR-T1). */
  readonly linkGeneration: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** The account was deleted; data that the shop still needs is kept until the request is closed (SR-G10). */
  readonly isCustomerDeleted: boolean;
  /** When the personal data were erased. */
  readonly forgottenAt: Date | null;
}

/** An event of the kind: its definition and its data. */
export type EventData = readonly [definition: EventDefinition, data: object];

/** The meaning of the statuses for the common rules. */
export interface Stages<Status extends string> {
  /** The request waits for staff and has a promised time (SR-G13). */
  readonly open: readonly Status[];
  /** Work has begun: personal data is still needed (SR-G10). */
  readonly begun: readonly Status[];
  readonly closed: readonly Status[];
  /** The status after the customer cancels or the account is deleted. */
  readonly withdrawn: Status;
}

/** The usual steps of staff and the stages, from the life of the kind. */
export const rulesOfLife = <Status extends string>(life: Life<Status>, withdrawn: NoInfer<Status>) => ({
  usualSteps: Object.fromEntries(
    statusesOf(life).map((status) => [status, usualStepsOf(life, status)]),
  ) as unknown as Readonly<Record<Status, readonly Status[]>>,
  stages: {
    open: statusesIn(life, 'open'),
    begun: begunStatuses(life),
    closed: statusesIn(life, 'closed'),
    withdrawn,
  },
});

/** The answer of the link's holder to an offer of the shop. */
export interface GivenAnswer {
  readonly isAccepted: boolean;
  readonly seenVersion: number;
  /** The payment method of an accepted quote. */
  readonly payment?: SellPaymentChoice | undefined;
  /** The sum that the page showed for this method. */
  readonly amountInMinorUnits?: number | undefined;
  /** The caller's account. */
  readonly userId?: string | null;
}

/** The rules of a kind. */
export interface KindRules<State extends RequestState> {
  readonly kind: RequestKind;
  /** The subject in words for the customer. */
  subjectOf(state: State): string;
  /** The usual next statuses; other steps need a note (SR-G4). */
  readonly usualSteps: Readonly<Record<State['status'], readonly State['status'][]>>;
  readonly stages: Stages<State['status']>;
  promisedAtOf(state: State, calendar: SlotCalendar): Date;
  receivedEvent(state: State): EventData;
  statusEvent(change: { from: string; to: string; by: Actor['by']; note: string }): EventData;
  /** Additional data of all events of the kind. */
  eventData?(state: State, calendar: SlotCalendar): object;
  /** Cancellation by the link. */
  readonly cancelling: {
    may(state: State, now: Date, calendar: SlotCalendar): boolean;
    /** Whether it was cancelled already; by default when the status is `withdrawn`. */
    isDone?(state: State): boolean;
    refusal(state: State): string;
    readonly doneText: string;
  };
  /** Handles the answer of the link's holder to an offer of the shop: a quote, or a lower refund. */
  readonly answering?: {
    answer(state: State, answer: GivenAnswer, context: RequestEventContext): Change<State>;
    acceptedText(state: State): string;
    readonly declinedText: string;
  };
  /** Fields of the kind that a status sets. */
  statusFields?(state: State, status: State['status'], context: RequestEventContext): Partial<State>;
  /** Whether changes may need the rate of the dollar. */
  readonly needsRate?: true;
  /**
   * Whether the shop has the customer's goods: then the data needed to send them back is kept, whatever the status
   * (SR-G10).
   */
  isWithShop?(state: State): boolean;
  /** Until when goods of a closed request may still arrive, so that the person's data is kept (SR-G10). */
  goodsAwaitedUntil?(state: State): Date | null;
  /** Whether other services hold claims of the kind's requests, so that an erasure that closes one must be published. */
  readonly publishesErasure?: true;
  /** Additional events of a step. */
  additionalEvents?(before: State, after: State): readonly EventData[];
  /** Refuses a step of staff, or handles it in another way than by setting the status. */
  stepByStaff?(
    state: State,
    to: State['status'],
    note: string,
    context: RequestEventContext,
  ): Change<State> | undefined;
  /**
   * Refuses a step of staff. Without this function every step is allowed (SR-G4), and a repeated note counts as a
   * change.
   */
  refuseStep?(state: State, to: State['status'], note: string): void;
  /** Replacements of the kind's own personal fields (SR-G10). */
  personal(state: State): Partial<State>;
}

export interface ChangeContext {
  readonly now: Date;
  readonly actor: Actor;
  readonly traceparent?: string | undefined;
}

/** The current rate of the dollar, with the policy about buying phones. */
export interface Rate extends Omit<RateAnswer, 'from'> {
  readonly tradeIn: Pick<Policy['tradeIn'], 'creditBonusPercent' | 'maxQuoteInMinorUnits'>;
}

/** The context of a change that publishes events. */
export interface RequestEventContext extends ChangeContext {
  readonly calendar: SlotCalendar;
  /** For kinds that need it; undefined when it is unknown. */
  readonly rate?: Rate | undefined;
  /** The encrypted token of the tracking link (SR-T1). */
  readonly sealedTrackingToken: string;
}

/** The result of a change. Without a new version nothing is saved. */
export interface Change<State> {
  readonly state: State;
  readonly events: readonly WireEvent[];
}

export const unchangedState = <State>(state: State): Change<State> => ({ state, events: [] });

/** The part of the id that shop and customer use. */
export const referenceOf = ({ id }: { readonly id: string }): string => id.slice(-6).toUpperCase();

/** The initial fields of every request. */
const receivedFields = (id: string, now: Date) => ({
  id,
  status: 'pending' as const,
  adminNotes: '',
  history: [{ at: now, ...customer, ...statusStep(null, 'pending') }],
  linkGeneration: 1,
  createdAt: now,
  updatedAt: now,
  version: 1,
  isCustomerDeleted: false,
  forgottenAt: null,
});

/** The fields of a new request from the form. */
export type NewFields<State> = Omit<State, keyof ReturnType<typeof receivedFields>>;

/** A new request is pending, whatever the form contains (SR-S1, SR-B5, SR-P1). */
export const newRequest = <State extends RequestState>(id: string, fields: NewFields<State>, now: Date) =>
  // The two parts together are the whole state.
  ({ ...fields, ...receivedFields(id, now) }) as unknown as State;

export const statusStep = (from: string | null, to: string, note = '') => ({
  what: 'status' as const,
  from,
  to,
  note,
});

/** The next state, with a new version and history entries (SR-G2). */
export function nextState<State extends RequestState>(
  state: State,
  fields: Partial<State>,
  { now, actor }: ChangeContext,
  ...entries: readonly Omit<HistoryEntry, 'at' | keyof Actor>[]
): State {
  return {
    ...state,
    ...fields,
    history: [...state.history, ...entries.map((entry) => ({ at: now, ...actor, ...entry }))],
    updatedAt: now,
    version: state.version + 1,
  };
}

/** An event of a changed request. The schema validates its data before anything is saved. */
export function requestEvent<State extends RequestState>(
  rules: KindRules<State>,
  request: State,
  [definition, data]: EventData,
  { now, traceparent, calendar, sealedTrackingToken }: RequestEventContext,
): WireEvent {
  const { name, email } = request;
  return createEvent(definition, {
    aggregateId: request.id,
    aggregateVersion: request.version,
    data: {
      requestId: request.id,
      userId: request.userId,
      reference: referenceOf(request),
      subject: rules.subjectOf(request),
      customer: { name, email },
      sealedTrackingToken,
      ...rules.eventData?.(request, calendar),
      ...data,
    },
    traceparent,
    occurredAt: now,
  });
}

/** The events of a step from one status to another. */
export const stepEvents = <State extends RequestState>(
  rules: KindRules<State>,
  before: State,
  after: State,
  note: string,
  context: RequestEventContext,
): WireEvent[] =>
  [
    rules.statusEvent({ from: before.status, to: after.status, by: context.actor.by, note }),
    ...(rules.additionalEvents?.(before, after) ?? []),
  ].map((event) => requestEvent(rules, after, event, context));

/** Sets a status without checking whether the step is allowed. */
export function withStatus<State extends RequestState>(
  rules: KindRules<State>,
  before: State,
  status: State['status'],
  note: string,
  context: RequestEventContext,
): Change<State> {
  const fields = {
    status,
    adminNotes: note || before.adminNotes,
    ...rules.statusFields?.(before, status, context),
  } as Partial<State>;
  const after = nextState(before, fields, context, statusStep(before.status, status, note));
  return { state: after, events: stepEvents(rules, before, after, note, context) };
}

/** SR-G3: refuses a change of an outdated version. */
export function refuseStale(state: RequestState, seenVersion: number | undefined): void {
  if (seenVersion === undefined || seenVersion === state.version) return;
  throw versionConflict(state.version, 'Somebody changed this request meanwhile. Please look at it again.');
}

/** SR-G4: an unusual step needs a note. */
export function requireNote<State extends RequestState>(
  { usualSteps }: KindRules<State>,
  { status: from }: State,
  to: State['status'],
  note: string,
): void {
  if (note !== '' || from === to || usualSteps[from as State['status']].includes(to)) return;
  throw refusal('adminNotes', 'Please say in the notes why this step goes back or leaves one out.');
}

/** SR-G4: staff set a status; an unusual step needs a note. */
export function setStatus<State extends RequestState>(
  rules: KindRules<State>,
  request: State,
  { status, note, version }: { status: State['status']; note: string; version?: number | undefined },
  context: RequestEventContext,
): Change<State> {
  refuseStale(request, version);
  const isRepeated = note === '' || (rules.refuseStep !== undefined && note === request.adminNotes);
  if (status === request.status && isRepeated) return unchangedState(request);
  rules.refuseStep?.(request, status, note);
  const step = rules.stepByStaff?.(request, status, note, context);
  if (step) return step;
  requireNote(rules, request, status, note);
  return withStatus(rules, request, status, note, context);
}

/** Cancels a request by its link; a repeated call changes nothing. */
export function cancelRequest<State extends RequestState>(
  rules: KindRules<State>,
  request: State,
  context: RequestEventContext,
): Change<State> {
  const { cancelling, stages } = rules;
  if (cancelling.isDone?.(request) ?? request.status === stages.withdrawn) return unchangedState(request);
  if (!cancelling.may(request, context.now, context.calendar))
    throw new ProblemError('conflict', cancelling.refusal(request));
  return withStatus(rules, request, stages.withdrawn, '', context);
}

/** SR-G13: the promised time of the next step; null when the request does not wait for staff. */
export const promisedAtOf = <State extends RequestState>(
  rules: KindRules<State>,
  state: State,
  calendar: SlotCalendar,
): Date | null =>
  rules.stages.open.includes(state.status as State['status']) ? rules.promisedAtOf(state, calendar) : null;
