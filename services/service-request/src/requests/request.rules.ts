import type { EventDefinition } from '@kinmel/contracts';
import { createEvent, ProblemError, type WireEvent } from '@kinmel/service-kit';

/** Who does something: the holder of a link, a person of the staff, or a program of the shop. */
export interface Actor {
  readonly by: 'customer' | 'admin' | 'shop';
  /** Of staff: which person; customers are never told. Null for the holder of a link and for programs. */
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
  /** The account that it was sent from; null for visitors, and never joined by an e-mail that is the same (G6). */
  readonly userId: string | null;
  /** The shop's last words on it, which its customer reads. */
  readonly adminNotes: string;
  readonly history: readonly HistoryEntry[];
  /** Raised to revoke the link: its token follows from it (T1). */
  readonly linkGeneration: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** Its account was deleted: what the shop still needs of the person stays until the request is closed (G10). */
  readonly isCustomerGone: boolean;
  /** When its personal data left it; null while they are there. */
  readonly forgottenAt: Date | null;
}

/** What the shop has promised about requests of a kind, by its days (G13). */
export interface Promises<State extends RequestState> {
  /** The statuses in which a request waits for staff. */
  readonly openStatuses: readonly State['status'][];
  /** When the next step is promised; null while the request waits for nobody of the shop. */
  readonly promisedAtOf: (state: State) => Date | null;
}

/** When and by whom something changes. */
export interface ChangeContext {
  readonly now: Date;
  readonly actor: Actor;
  readonly traceparent?: string | undefined;
}

/** What the events of a change need besides: the secret of the link, sealed for the mailer (T1). */
export interface TellingContext extends ChangeContext {
  readonly sealedTrackingToken: string;
}

/** The part of its id by which shop and customer speak of a request (ASELL-05). */
export const referenceOf = ({ id }: { readonly id: string }): string => id.slice(-6).toUpperCase();

/** The fields that every new request begins with. */
export const received = <Status extends string>(
  id: string,
  status: Status,
  { now, actor }: ChangeContext,
) => ({
  id,
  status,
  adminNotes: '',
  history: [{ at: now, ...actor, what: 'status' as const, from: null, to: status, note: '' }],
  linkGeneration: 1,
  createdAt: now,
  updatedAt: now,
  version: 1,
  isCustomerGone: false,
  forgottenAt: null,
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

/**
 * An event of a request, as it is after the change.
 * @param subject what the request is about, in the words that its customer reads
 * @param data what the event says besides; checked by the definition's own schema before anything is saved
 */
export function requestEvent<D extends EventDefinition>(
  definition: D,
  request: RequestState,
  subject: string,
  data: object,
  { now, traceparent, sealedTrackingToken }: TellingContext,
): WireEvent {
  const { name, email } = request;
  return createEvent(definition, {
    aggregateId: request.id,
    aggregateVersion: request.version,
    data: {
      requestId: request.id,
      userId: request.userId,
      reference: referenceOf(request),
      subject,
      customer: { name, email },
      sealedTrackingToken,
      ...data,
    } as Parameters<typeof createEvent<D>>[1]['data'],
    traceparent,
    occurredAt: now,
  });
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

/** G4: a step back or over another one needs a note that says why (SIL-38). */
export function requireNote(isUsualStep: boolean, note: string): void {
  if (isUsualStep || note !== '') return;
  const message = 'Please say in the notes why this step goes back or leaves one out.';
  throw new ProblemError('conflict', message, [{ path: 'adminNotes', message }]);
}
