import { auditEntry, type Call, type NewAuditEntry, ProblemError, type StaffCall } from '@kinmel/service-kit';
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

const maxTries = 8;

/** The caller of a change. */
export type Caller = Pick<Call<unknown, unknown, unknown>, 'identity' | 'traceparent'> &
  Partial<Pick<Call<unknown, unknown, unknown>, 'staff'>>;

type Decide<State> = (state: State, context: RequestEventContext) => Change<State>;

export const requestNotFound = () => new ProblemError('not-found', 'Request not found');

/** T2: the same answer for an unknown, a revoked and a deleted link. */
export const linkUnknown = () => new ProblemError('not-found', 'This link is not valid any more.');

const tooManyAtOnce = () =>
  new ProblemError('conflict', 'This request is being changed by others. Please try again.');

/** Throws not-found. */
export async function findRequest<State extends RequestState>(
  requests: RequestsStore<State>,
  id: string,
  session?: ClientSession,
): Promise<State> {
  const found = await requests.find(id, session);
  if (!found) throw requestNotFound();
  return found;
}

interface Changing<State extends RequestState> {
  readonly read: () => Promise<State>;
  readonly actor: Actor;
  readonly traceparent: string | undefined;
  readonly staff?: StaffCall | undefined;
  /** The transaction that the change is part of. */
  readonly session?: ClientSession | undefined;
  /** Called once before a change is saved; rejects to refuse it. */
  readonly admit?: ((before: State) => Promise<void>) | undefined;
}

/**
 * Decides on the stored state and saves state and events in one conditional write. Decides again after a concurrent
 * change.
 */
async function changeRequest<State extends RequestState>(
  { links, now, calendar, rateInForce, claimPhone, deletedAccounts, sendEvents }: RequestsContext,
  requests: RequestsStore<State>,
  { read, actor, traceparent, staff, session, admit }: Changing<State>,
  decide: Decide<State>,
): Promise<State> {
  const { kind } = requests;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await read();
    if (before.forgottenAt)
      throw new ProblemError('conflict', 'This request is closed: the data of its customer were erased.');
    const sealedTrackingToken = links.sealedTokenOf(kind, before);
    const rate = kind.needsRate ? await rateInForce() : undefined;
    // The message of the deletion may still be on its way to this request.
    const isCustomerDeleted =
      before.isCustomerDeleted || (before.userId !== null && (await deletedAccounts.has(before.userId)));
    const { state, events } = decide(
      { ...before, isCustomerDeleted },
      {
        now: now(),
        actor,
        traceparent,
        calendar,
        rate,
        sealedTrackingToken,
      },
    );
    if (state.version === before.version) return before;
    if (tries === 0) await admit?.(before);
    const claim = actor.by === 'admin' ? kind.claimOf?.(before, state) : undefined;
    if (claim) await claimPhone(claim, traceparent);
    const entry = requestEntry(staff, requests, before, state);
    if (await requests.replace(before, state, links.hashOf(kind, state), events, { entry, session })) {
      sendEvents();
      return state;
    }
  }
  throw tooManyAtOnce();
}

const staffActor = ({ identity }: Caller): Actor => ({ by: 'admin', who: identity?.userId ?? null });

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
  wanted: { status: State['status']; adminNotes?: string | undefined; version?: number | undefined },
  caller: Caller,
): Promise<State> =>
  changeByStaff(context, requests, id, caller, (request, change) =>
    setStatus(requests.kind, request, { ...wanted, note: wanted.adminNotes ?? '' }, change),
  );

/** A change by the holder of the link. Recently deleted requests are refused with a message. */
export const changeByLink = <State extends RequestState>(
  context: RequestsContext,
  requests: RequestsStore<State>,
  tokenHash: string,
  { traceparent }: Pick<Caller, 'traceparent'>,
  decide: Decide<State>,
  admit?: Changing<State>['admit'],
): Promise<State> =>
  changeRequest(
    context,
    requests,
    {
      traceparent,
      admit,
      actor: customer,
      async read() {
        const found = await requests.findByTokenHash(tokenHash);
        if (found) return found;
        if (await requests.findRemovedByTokenHash(tokenHash))
          throw new ProblemError('conflict', 'The shop has closed this request.');
        throw linkUnknown();
      },
    },
    decide,
  );

/** A change by another service that calls, which must exist and not be erased. */
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
 * A change by a program of the shop, such as one that an event causes. False when nothing is changed: by the rule, or because
 * the request is deleted or erased.
 */
export async function changeByShop<State extends RequestState>(
  context: RequestsContext,
  requests: RequestsStore<State>,
  id: string,
  decide: Decide<State>,
  { session, traceparent }: Partial<Pick<Changing<State>, 'session' | 'traceparent'>> = {},
): Promise<boolean> {
  const read = () => findRequest(requests, id, session);
  const before = await requests.find(id, session);
  if (!before || before.forgottenAt) return false;
  const after = await changeRequest(context, requests, { read, actor: shop, traceparent, session }, decide);
  return after.version > before.version;
}

/**
 * The holder of the link accepts or declines an offer of the shop. A request without an account that is paid as credit
 * gets the account of the caller (S10).
 */
export const answerByLink = <State extends RequestState>(
  context: RequestsContext,
  requests: RequestsStore<State>,
  tokenHash: string,
  given: GivenAnswer,
  caller: Pick<Caller, 'traceparent'>,
): Promise<State> => {
  const { answering } = requests.kind;
  if (!answering) throw linkUnknown();
  const isCredit = given.payment?.to === 'credit';
  return changeByLink(context, requests, tokenHash, caller, (request, change) => {
    const userId = request.userId ?? (isCredit ? (given.userId ?? null) : null);
    return answering.answer({ ...request, userId }, given, change);
  });
};

/** Staff delete a request with its personal data; the caller deletes its photo. */
export async function removeByStaff<State extends RequestState>(
  { links, now, calendar, sendEvents }: RequestsContext,
  requests: RequestsStore<State>,
  id: string,
  caller: Caller,
  decide: Decide<State>,
): Promise<State> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await findRequest(requests, id);
    const context = {
      now: now(),
      actor: staffActor(caller),
      traceparent: caller.traceparent,
      calendar,
      sealedTrackingToken: links.sealedTokenOf(requests.kind, before),
    };
    const { state, events } = decide(before, context);
    const entry = requestEntry(caller.staff, requests, before, null);
    if (await requests.remove(before, state, events, context.now, entry)) {
      sendEvents();
      return before;
    }
  }
  throw tooManyAtOnce();
}

/** G14: the audit entry of a change by staff; `after` is null for a deleted request. */
function requestEntry<State extends RequestState>(
  by: StaffCall | undefined,
  { kind }: RequestsStore<State>,
  before: State,
  after: State | null,
): NewAuditEntry | undefined {
  const shownOf = (request: State) => ({ status: request.status, ...kind.audited?.(request) });
  const fieldsOf = (request: State) => {
    const { name, email, phone, adminNotes } = request;
    return { ...shownOf(request), name, email, phone, adminNotes };
  };
  const notes = after?.history.slice(before.history.length).map(({ note }) => note) ?? [];
  return auditEntry(
    by,
    { kind: kind.kind, id: before.id },
    {
      before: fieldsOf(before),
      after: after && fieldsOf(after),
      // The other fields may contain personal data.
      shown: Object.keys(shownOf(before)),
      note: [...new Set(notes)].filter(Boolean).join('\n'),
    },
  );
}
