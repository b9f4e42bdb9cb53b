import type { RequestKind } from '@kinmel/contracts';
import { type Identity, ProblemError, type StaffCall, type WireEvent } from '@kinmel/service-kit';
import type { Actor, RequestState, TellingContext } from './request.rules.ts';
import { requestEntry } from './request-entry.ts';
import type { RequestsStore } from './requests.store.ts';
import type { RequestsContext } from './submit-request.ts';

const maxTries = 8;

/** What a change leads to. Without events nothing is saved: it is as it was. */
export interface Change<State> {
  readonly state: State;
  readonly events: readonly WireEvent[];
}

/** Who makes a change, and by which call. */
export interface ChangedBy {
  readonly actor: Actor;
  readonly traceparent: string | undefined;
  /** Of staff: what the audit entry begins with. */
  readonly staff?: StaffCall | undefined;
  /** Called once before a change is saved; what it rejects with refuses the change. */
  readonly admit?: (before: RequestState) => Promise<void>;
}

/** A person of the staff, as history and audit know them. */
export const staff = (identity: Identity | undefined): Actor => ({
  by: 'admin',
  who: identity?.userId ?? null,
});

export const requestNotFound = () => new ProblemError('not-found', 'Request not found');

/** One answer for a link that never was, that was revoked, and whose request is gone (T2). */
export const linkUnknown = () => new ProblemError('not-found', 'This link is not valid any more.');

/**
 * Decides on what is stored now and saves state and events in one conditional write; decides again when somebody was faster.
 * @throws ProblemError not-found when `read` finds nothing
 */
export async function changeRequest<State extends RequestState>(
  { links, now, sendEvents }: RequestsContext,
  store: RequestsStore<State>,
  kind: RequestKind,
  read: () => Promise<State | undefined>,
  { actor, traceparent, staff: by, admit }: ChangedBy,
  decide: (state: State, context: TellingContext) => Change<State>,
): Promise<State> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await read();
    if (!before) throw actor.by === 'customer' ? linkUnknown() : requestNotFound();
    if (before.forgottenAt)
      throw new ProblemError('conflict', 'This request is closed: the data of its customer were erased.');
    const { state, events } = decide(before, {
      now: now(),
      actor,
      traceparent,
      sealedTrackingToken: links.sealedTokenOf(kind, before),
    });
    if (events.length === 0) return before;
    if (tries === 0) await admit?.(before);
    const entry = requestEntry(by, kind, before, state);
    if (await store.replace(before, state, links.hashOf(kind, state), events, { entry })) {
      sendEvents();
      return state;
    }
  }
  throw new ProblemError('conflict', 'This request is being changed by others. Please try again.');
}
