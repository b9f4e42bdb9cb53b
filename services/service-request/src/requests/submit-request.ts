import type { RequestKind } from '@kinmel/contracts';
import {
  digestOf,
  failpoint,
  type GonePeopleStore,
  type Identity,
  ProblemError,
  readIdempotencyKey,
  type WireEvent,
} from '@kinmel/service-kit';
import type { RequestLinks } from '../tracking/request-links.ts';
import type { RequestState } from './request.rules.ts';
import type { RequestLimits } from './request-limits.store.ts';
import type { IdempotencyKey, RequestsStore } from './requests.store.ts';

/** What the use cases of every kind of request depend on. */
export interface RequestsContext {
  readonly links: RequestLinks;
  readonly limits: RequestLimits;
  readonly goneCustomers: GonePeopleStore;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Called after a save: the outbox has something to send. */
  readonly sendEvents: () => void;
}

/** A request that comes in: from where, and what it is repeated by. */
export interface Submission {
  readonly kind: RequestKind;
  /** The sender's network address. */
  readonly address: string;
  readonly email: string;
  /** The header as it came. */
  readonly idempotencyKey: string | readonly string[] | undefined;
  /** Of the token that came with it; undefined for visitors. */
  readonly identity: Identity | undefined;
  /** What the contract made of the request: the same key with another one is refused. */
  readonly content: unknown;
}

/** A new request with the events that tell of it. */
export interface NewRequest<State> {
  readonly state: State;
  readonly events: readonly WireEvent[];
  /** Takes back what was stored besides, when another one with the same key was faster. */
  readonly withdraw?: () => Promise<unknown>;
}

/**
 * Saves a new request once, however often it is sent (G1). What is sent again under its key is answered as the first time and
 * is neither counted nor made again.
 * @returns the request of this key
 */
export async function submitRequest<State extends RequestState>(
  { links, limits, goneCustomers, newId, sendEvents }: RequestsContext,
  store: RequestsStore<State>,
  { kind, address, email, idempotencyKey, identity, content }: Submission,
  make: (id: string, userId: string | null) => Promise<NewRequest<State>>,
): Promise<State> {
  const given = readIdempotencyKey(idempotencyKey);
  const key = given === undefined ? undefined : { key: given, bodyHash: digestOf(content) };
  const before = key && (await madeBefore(store, key));
  if (before) return before;
  await limits.admit(kind, address, email);
  // The token of an account that is gone is good for some minutes, and counts as none (G6, G10).
  const isKnown = identity !== undefined && !(await goneCustomers.has(identity.userId));
  const { state, events, withdraw } = await make(newId(), isKnown ? identity.userId : null);
  if (await store.insert(state, { tokenHash: links.hashOf(kind, state), key, events })) {
    failpoint('service-request.after-insert');
    sendEvents();
    return state;
  }
  await withdraw?.();
  const first = key && (await madeBefore(store, key));
  if (first) return first;
  throw new ProblemError('conflict', 'This request was taken away again. Please send it anew.');
}

async function madeBefore<State extends RequestState>(
  store: RequestsStore<State>,
  { key, bodyHash }: IdempotencyKey,
): Promise<State | undefined> {
  const found = await store.findByKey(key);
  if (found && found.bodyHash !== bodyHash)
    throw new ProblemError('key-reused', 'This Idempotency-Key was used for another request already.');
  return found?.state;
}
