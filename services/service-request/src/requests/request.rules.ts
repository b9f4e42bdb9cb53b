import type { EventDefinition, RequestKind } from '@kinmel/contracts';
import { createEvent, ProblemError, type WireEvent } from '@kinmel/service-kit';
import type { SlotCalendar } from '../repair-bookings/slot.rules.ts';

/** Who does something: the holder of a link, a person of the staff, or a program of the shop. */
export interface Actor {
  readonly by: 'customer' | 'admin' | 'shop';
  /** Of staff: which person; customers never see it. Null for the holder of a link and for programs. */
  readonly who: string | null;
}

export const customer: Actor = { by: 'customer', who: null };

export interface HistoryEntry extends Actor {
  readonly at: Date;
  readonly what: 'status' | 'quote' | 'time';
  /** Null: the request was received. */
  readonly from: string | null;
  readonly to: string;
  readonly note: string;
}

/** What requests of every kind have: somebody to answer, a status with its history, and a link to follow it by. */
export interface RequestState<Status extends string = string> {
  readonly id: string;
  readonly status: Status;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** The account that it was sent from; null for visitors, and never joined by an equal e-mail (G6). */
  readonly userId: string | null;
  /** The shop's last words on it, which its customer reads. */
  readonly adminNotes: string;
  readonly history: readonly HistoryEntry[];
  /** Raised to revoke the link: its token follows from it (T1). */
  readonly linkGeneration: number;
  readonly photoId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** Its account was deleted: what the shop still needs of the person stays until the request is closed (G10). */
  readonly isCustomerGone: boolean;
  /** When its personal data left it; null while they are there. */
  readonly forgottenAt: Date | null;
}

/** An event of a request before it has the fields of every request. */
export type ToldAs = readonly [definition: EventDefinition, data: object];

/** What the statuses of a kind mean to the frame. */
export interface Stages<Status extends string> {
  /** It waits for staff, and has a promised time (G13). */
  readonly open: readonly Status[];
  /** The shop has begun with it and needs to know whose it is (G10). */
  readonly begun: readonly Status[];
  readonly closed: readonly Status[];
  /** What it becomes when its customer cancels it, or leaves before the shop has begun. */
  readonly withdrawn: Status;
}

/** The rules in which a kind of request differs from the others. */
export interface KindRules<State extends RequestState> {
  readonly kind: RequestKind;
  /** What a request is about, in the words that its customer reads. */
  subjectOf(state: State): string;
  /** What usually follows on each status; other steps need a note (G4). */
  readonly usualSteps: Readonly<Record<State['status'], readonly State['status'][]>>;
  readonly stages: Stages<State['status']>;
  /** When the next step of an open request is promised (G13). */
  promisedAtOf(state: State, calendar: SlotCalendar): Date;
  /** The event of a new request. */
  receivedEvent(state: State): ToldAs;
  /** The event of a change of status. */
  statusEvent(change: { from: string; to: string; by: Actor['by']; note: string }): ToldAs;
  /** What every event of the kind says besides. */
  eventData?(state: State, calendar: SlotCalendar): object;
  /** How its customer ends it by the link. */
  readonly cancelling: {
    may(state: State, now: Date, calendar: SlotCalendar): boolean;
    /** Whether its customer has done so before; by default whether it has the status `withdrawn`. */
    isDone?(state: State): boolean;
    refusal(state: State): string;
    readonly doneText: string;
  };
  /** The kind's own fields that leave with the person, as they are afterwards (G10). */
  readonly personal: Partial<State>;
}

/** When and by whom something changes. */
export interface ChangeContext {
  readonly now: Date;
  readonly actor: Actor;
  readonly traceparent?: string | undefined;
}

/** What the events of a change need besides: the shop's calendar, and the secret of the link, sealed for the mailer (T1). */
export interface TellingContext extends ChangeContext {
  readonly calendar: SlotCalendar;
  readonly sealedTrackingToken: string;
}

/** What a change leads to. Without events nothing is saved: the request stays as it was. */
export interface Change<State> {
  readonly state: State;
  readonly events: readonly WireEvent[];
}

export const unchanged = <State>(state: State): Change<State> => ({ state, events: [] });

/** The part of its id by which shop and customer speak of a request. */
export const referenceOf = ({ id }: { readonly id: string }): string => id.slice(-6).toUpperCase();

/** The fields that every new request begins with. */
const received = (id: string, now: Date) => ({
  id,
  status: 'pending' as const,
  adminNotes: '',
  history: [{ at: now, ...customer, ...statusStep(null, 'pending') }],
  linkGeneration: 1,
  createdAt: now,
  updatedAt: now,
  version: 1,
  isCustomerGone: false,
  forgottenAt: null,
});

/** The fields of a new request that its customer gives. */
export type NewFields<State> = Omit<State, keyof ReturnType<typeof received>>;

/** A new request is pending, whatever the form says besides (S1, B5, P1). */
export const newRequest = <State extends RequestState>(id: string, fields: NewFields<State>, now: Date) =>
  // The two parts are all that a state has.
  ({ ...fields, ...received(id, now) }) as unknown as State;

export const statusStep = (from: string | null, to: string, note = '') => ({
  what: 'status' as const,
  from,
  to,
  note,
});

/** The next state of a request: one version up, with what happened in its history (G2). */
export function next<State extends RequestState>(
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

/** An event of a request as it is after the change; the definition's own schema checks its data before anything is saved. */
export function requestEvent<State extends RequestState>(
  rules: KindRules<State>,
  request: State,
  [definition, data]: ToldAs,
  { now, traceparent, calendar, sealedTrackingToken }: TellingContext,
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

/** The event of the status that a request went to. */
export const statusEvent = <State extends RequestState>(
  rules: KindRules<State>,
  before: State,
  after: State,
  note: string,
  context: TellingContext,
): WireEvent =>
  requestEvent(
    rules,
    after,
    rules.statusEvent({ from: before.status, to: after.status, by: context.actor.by, note }),
    context,
  );

/** Sets a status without asking whether it may follow. */
export function withStatus<State extends RequestState>(
  rules: KindRules<State>,
  before: State,
  status: State['status'],
  note: string,
  context: TellingContext,
): Change<State> {
  const fields = { status, adminNotes: note || before.adminNotes } as Partial<State>;
  const after = next(before, fields, context, statusStep(before.status, status, note));
  return { state: after, events: [statusEvent(rules, before, after, note, context)] };
}

/** G3: what was seen has to be what is changed. */
export function refuseStale(state: RequestState, seenVersion: number | undefined): void {
  if (seenVersion === undefined || seenVersion === state.version) return;
  throw new ProblemError(
    'version-conflict',
    'Somebody changed this request meanwhile. Please look at it again.',
    [{ path: 'version', message: String(state.version) }],
  );
}

/** G4: a step back or over another one needs a note that says why. */
export function requireNote<State extends RequestState>(
  { usualSteps }: KindRules<State>,
  { status: from }: State,
  to: State['status'],
  note: string,
): void {
  if (note !== '' || from === to || usualSteps[from as State['status']].includes(to)) return;
  const message = 'Please say in the notes why this step goes back or leaves one out.';
  throw new ProblemError('conflict', message, [{ path: 'adminNotes', message }]);
}

/** G4: staff may set any known status. */
export function setStatus<State extends RequestState>(
  rules: KindRules<State>,
  request: State,
  { status, note, version }: { status: State['status']; note: string; version?: number | undefined },
  context: TellingContext,
): Change<State> {
  refuseStale(request, version);
  if (status === request.status && note === '') return unchanged(request);
  requireNote(rules, request, status, note);
  return withStatus(rules, request, status, note, context);
}

/** The holder of the link cancels while that is possible; repeated, it is answered the same. */
export function cancelRequest<State extends RequestState>(
  rules: KindRules<State>,
  request: State,
  context: TellingContext,
): Change<State> {
  const { cancelling, stages } = rules;
  if (cancelling.isDone?.(request) ?? request.status === stages.withdrawn) return unchanged(request);
  if (!cancelling.may(request, context.now, context.calendar))
    throw new ProblemError('conflict', cancelling.refusal(request));
  return withStatus(rules, request, stages.withdrawn, '', context);
}

/** G13: when the next step is promised; null while the request waits for nobody of the shop. */
export const promisedAtOf = <State extends RequestState>(
  rules: KindRules<State>,
  state: State,
  calendar: SlotCalendar,
): Date | null =>
  rules.stages.open.includes(state.status as State['status']) ? rules.promisedAtOf(state, calendar) : null;
