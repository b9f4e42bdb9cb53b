import {
  auditEntry,
  type Call,
  changeRecord,
  type NewAuditEntry,
  ProblemError,
  type StaffCall,
} from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import {
  type Actor,
  type Change,
  customer,
  type GivenAnswer,
  type RequestEventContext,
  type RequestState,
  setStatus,
  shop,
} from './request.rules.ts';
import type { RequestsStore } from './requests.store.ts';
import type { RequestsContext } from './submit-request.ts';

/** The caller of a change. */
export type Caller = Pick<Call<unknown, unknown, unknown, 'admin'>, 'identity' | 'traceparent'> &
  Partial<Pick<Call<unknown, unknown, unknown>, 'staff'>>;

type Decide<State> = (state: State, context: RequestEventContext) => Change<State>;

export const requestNotFound = () => new ProblemError('not-found', 'Request not found');

/** SR-T2: the same error for an unknown, a revoked and a deleted link. */
export const linkUnknown = () => new ProblemError('not-found', 'This link is not valid any more.');

const requestIsBusy = 'This request is being changed by others.';

/** Rejects with `not-found` for an unknown or deleted request. */
export async function findRequest<State extends RequestState>(
  requests: RequestsStore<State>,
  id: string,
  session?: ClientSession,
): Promise<State> {
  const request = await requests.find(id, session);
  if (!request) throw requestNotFound();
  return request;
}

interface ChangeOptions<State extends RequestState> {
  readonly read: () => Promise<State>;
  readonly actor: Actor;
  readonly traceparent: string | undefined;
  readonly staff?: StaffCall | undefined;
  /** The surrounding transaction. */
  readonly session?: ClientSession | undefined;
  /** Called once before a change is saved; rejects to refuse it. */
  readonly admit?: ((before: State) => Promise<void>) | undefined;
}

/**
 * Decides by the stored state and saves state and events in one conditional write. Starts over after a concurrent
 * change.
 */
async function changeRequest<State extends RequestState>(
  { links, now, calendar, claims, rateInForce, deletedAccounts, sendEvents }: RequestsContext,
  requests: RequestsStore<State>,
  { read, actor, traceparent, staff, session, admit }: ChangeOptions<State>,
  decide: Decide<State>,
): Promise<State> {
  const { kind } = requests;
  let isAdmitted = false;
  const { before: stored, decision } = await changeRecord({
    read,
    async decide(before) {
      if (before.forgottenAt)
        throw new ProblemError('conflict', 'This request is closed: the data of its customer were erased.');
      const sealedTrackingToken = links.sealedTokenOf(kind, before);
      const rate = kind.needsRate ? await rateInForce() : undefined;
      const changeContext = { now: now(), actor, traceparent };
      // The event of the deletion may not have reached this request yet.
      const isCustomerDeleted =
        before.isCustomerDeleted || (before.userId !== null && (await deletedAccounts.has(before.userId)));
      const change = decide(
        { ...before, isCustomerDeleted },
        { ...changeContext, calendar, rate, sealedTrackingToken },
      );
      if (change.state.version === before.version) return undefined;
      if (!isAdmitted) await admit?.(before);
      isAdmitted = true;
      await claims[kind.kind]?.(before, change.state, { actor, traceparent });
      return change;
    },
    save(before, { state, events }) {
      const entry = requestEntry(staff, requests, before, state);
      return requests.replace(before, state, links.hashOf(kind, state), events, { entry, session });
    },
    busy: requestIsBusy,
  });
  if (!decision) return stored;
  sendEvents();
  return decision.state;
}

const staffActor = ({ identity }: Caller): Actor => ({ by: 'admin', who: identity.userId });

export const changeByStaff = <State extends RequestState>(
  context: RequestsContext,
  requests: RequestsStore<State>,
  id: string,
  caller: Caller,
  decide: Decide<State>,
): Promise<State> => {
  const read = () => findRequest(requests, id);
  return changeRequest(context, requests, { ...caller, read, actor: staffActor(caller) }, decide);
};

export const updateStatus = <State extends RequestState>(
  context: RequestsContext,
  requests: RequestsStore<State>,
  id: string,
  update: { status: State['status']; adminNotes?: string | undefined; version?: number | undefined },
  caller: Caller,
): Promise<State> =>
  changeByStaff(context, requests, id, caller, (request, change) =>
    setStatus(requests.kind, request, { ...update, note: update.adminNotes ?? '' }, change),
  );

/** A change by the holder of the link. Recently deleted requests are refused with a message. */
export const changeByLink = <State extends RequestState>(
  context: RequestsContext,
  requests: RequestsStore<State>,
  tokenHash: string,
  { traceparent }: Pick<Caller, 'traceparent'>,
  decide: Decide<State>,
  admit?: ChangeOptions<State>['admit'],
): Promise<State> =>
  changeRequest(
    context,
    requests,
    {
      traceparent,
      admit,
      actor: customer,
      async read() {
        const request = await requests.findByTokenHash(tokenHash);
        if (request) return request;
        if (await requests.findRemovedByTokenHash(tokenHash))
          throw new ProblemError('conflict', 'The shop has closed this request.');
        throw linkUnknown();
      },
    },
    decide,
  );

/** A change by another service. Rejects when the request is unknown, deleted or erased. */
export const changeByService = <State extends RequestState>(
  context: RequestsContext,
  requests: RequestsStore<State>,
  id: string,
  traceparent: string,
  decide: Decide<State>,
): Promise<State> => {
  const read = () => findRequest(requests, id);
  return changeRequest(context, requests, { read, actor: shop, traceparent }, decide);
};

/**
 * A change by a program, for example the handler of an event. False when nothing is changed, because of the rule or
 * because the request is deleted or erased.
 */
export async function changeByShop<State extends RequestState>(
  context: RequestsContext,
  requests: RequestsStore<State>,
  id: string,
  decide: Decide<State>,
  { session, traceparent }: Partial<Pick<ChangeOptions<State>, 'session' | 'traceparent'>> = {},
): Promise<boolean> {
  const read = () => findRequest(requests, id, session);
  const before = await requests.find(id, session);
  if (!before || before.forgottenAt) return false;
  const after = await changeRequest(context, requests, { read, actor: shop, traceparent, session }, decide);
  return after.version > before.version;
}

/**
 * The link's holder accepts or declines an offer of the shop. A request without an account that is paid as credit is
 * assigned to the caller's account (SR-S10).
 */
export const answerByLink = <State extends RequestState>(
  context: RequestsContext,
  requests: RequestsStore<State>,
  tokenHash: string,
  answer: GivenAnswer,
  caller: Pick<Caller, 'traceparent'>,
): Promise<State> => {
  const { answering } = requests.kind;
  if (!answering) throw linkUnknown();
  const isCredit = answer.payment?.to === 'credit';
  return changeByLink(
    context,
    requests,
    tokenHash,
    caller,
    (request, change) => {
      const userId = request.userId ?? (isCredit ? (answer.userId ?? null) : null);
      return answering.answer({ ...request, userId }, answer, change);
    },
    ({ id }) => context.limits.admitAnswerTo(id),
  );
};

/** Staff delete a request with its personal data; the caller deletes its photo. */
export async function removeByStaff<State extends RequestState>(
  { links, now, calendar, sendEvents }: RequestsContext,
  requests: RequestsStore<State>,
  id: string,
  caller: Caller,
  decide: Decide<State>,
): Promise<State> {
  const change = { now: now(), actor: staffActor(caller), traceparent: caller.traceparent, calendar };
  const { before } = await changeRecord({
    read: () => findRequest(requests, id),
    decide: (stored) =>
      decide(stored, { ...change, sealedTrackingToken: links.sealedTokenOf(requests.kind, stored) }),
    save: (stored, { state, events }) =>
      requests.remove(stored, state, events, change.now, requestEntry(caller.staff, requests, stored, null)),
    busy: requestIsBusy,
  });
  sendEvents();
  return before;
}

/** SR-G14: the audit entry of a change by staff; `after` is null for a deleted request. */
function requestEntry<State extends RequestState>(
  by: StaffCall | undefined,
  { kind }: RequestsStore<State>,
  before: State,
  after: State | null,
): NewAuditEntry | undefined {
  const auditedFieldsOf = (request: State) => ({ status: request.status, ...kind.audited?.(request) });
  const fieldsOf = (request: State) => {
    const { name, email, phone, adminNotes } = request;
    return { ...auditedFieldsOf(request), name, email, phone, adminNotes };
  };
  const notes = after?.history.slice(before.history.length).map(({ note }) => note) ?? [];
  return auditEntry(
    by,
    { kind: kind.kind, id: before.id },
    {
      before: fieldsOf(before),
      after: after && fieldsOf(after),
      // The other fields may contain personal data.
      shownFields: Object.keys(auditedFieldsOf(before)),
      note: [...new Set(notes)].filter(Boolean).join('\n'),
    },
  );
}
