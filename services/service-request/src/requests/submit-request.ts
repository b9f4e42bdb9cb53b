import type { RequestKind, Role } from '@kinmel/contracts';
import { type PersonalPhotos, removePersonalPicture } from '@kinmel/pictures';
import {
  type Call,
  type DeletedAccountsStore,
  digestOf,
  failpoint,
  type Identity,
  ProblemError,
  readIdempotencyKey,
  type ServiceBasis,
} from '@kinmel/service-kit';
import type { SlotCalendar } from '../repair-bookings/slot.rules.ts';
import type { RequestLinks } from '../tracking/request-links.ts';
import type { Retention } from './forget.rules.ts';
import type { ReadRate } from './rate-in-force.ts';
import {
  type Actor,
  customer,
  type NewFields,
  newRequest,
  type RequestState,
  requestEvent,
} from './request.rules.ts';
import type { RequestLimits } from './request-limits.store.ts';
import type { AnyRequests, IdempotencyKey, RequestsStore } from './requests.store.ts';

/** Claims what a step needs from another service, on each attempt to save it; rejects to refuse the step. */
export type ClaimStep = (
  before: RequestState,
  after: RequestState,
  by: { readonly actor: Actor; readonly traceparent: string | undefined },
) => Promise<void>;

/** The context of use cases of all kinds. */
export interface RequestsContext extends Pick<ServiceBasis, 'logger' | 'now' | 'newId' | 'sendEvents'> {
  /** The kinds whose steps claim something at another service. */
  readonly claims: Partial<Readonly<Record<RequestKind, ClaimStep>>>;
  readonly requests: Readonly<Record<RequestKind, AnyRequests>>;
  readonly links: RequestLinks;
  readonly limits: RequestLimits;
  readonly photos: PersonalPhotos;
  readonly deletedAccounts: DeletedAccountsStore;
  readonly calendar: SlotCalendar;
  readonly rateInForce: ReadRate;
  readonly retention: Retention;
}

/** A submitted form. Its header `Idempotency-Key` makes it repeatable. */
export type FormCall<Body, CallerRole extends Role = Role> = Pick<
  Call<unknown, unknown, Body, CallerRole>,
  'body' | 'identity' | 'address' | 'headers' | 'traceparent'
> &
  Partial<Pick<Call<unknown, unknown, Body>, 'file'>>;

type FormFields<State> = Omit<NewFields<State>, 'userId' | 'photoId'>;

/** The account of a caller. The token of a deleted account is valid for some minutes and is ignored (SR-G6, SR-G10). */
export async function accountOf(
  { deletedAccounts }: Pick<RequestsContext, 'deletedAccounts'>,
  identity: Identity | undefined,
): Promise<string | null> {
  return identity === undefined || (await deletedAccounts.has(identity.userId)) ? null : identity.userId;
}

/**
 * Saves a new request once (SR-G1). A repeated call returns the first request and is not counted. The photo is stored
 * before the request; it is deleted when the request is not saved.
 * @param fieldsOf the fields of the kind from the form
 * @param eventFields data of the event that is not stored
 * @param id of the request, if it was assigned before
 * @returns the new request, or the first one of the key
 */
export async function submitRequest<State extends RequestState, Body extends object>(
  context: RequestsContext,
  requests: RequestsStore<State>,
  { body, file, identity, address, headers, traceparent }: FormCall<Body>,
  email: string | undefined,
  fieldsOf: () => Promise<FormFields<State>>,
  { eventFields = {}, id = context.newId() }: { readonly eventFields?: object; readonly id?: string } = {},
): Promise<State> {
  const { links, limits, photos, calendar, logger, now, sendEvents } = context;
  const { kind } = requests;
  const requestKey = readIdempotencyKey(headers['idempotency-key']);
  const content = file === undefined ? body : { ...body, photo: digestOf(file.buffer) };
  const key = requestKey === undefined ? undefined : { key: requestKey, bodyHash: digestOf(content) };
  const earlier = key && (await findFirstOf(requests, key));
  if (earlier) return earlier;
  return limits.admit(kind.kind, { address, userId: identity?.userId, email }, save);

  async function save(): Promise<State> {
    const userId = await accountOf(context, identity);
    const photoId = file === undefined ? null : await photos.keep(file.buffer);
    try {
      const fields = { ...(await fieldsOf()), userId, photoId };
      const state = newRequest<State>(id, fields as unknown as NewFields<State>, now());
      const sealedTrackingToken = links.sealedTokenOf(kind, state);
      const metadata = { now: state.createdAt, actor: customer, traceparent, calendar, sealedTrackingToken };
      const [definition, data] = kind.receivedEvent(state);
      const events = [requestEvent(kind, state, [definition, { ...data, ...eventFields }], metadata)];
      if (await requests.insert(state, { tokenHash: links.hashOf(kind, state), key, events })) {
        failpoint('service-request.after-insert');
        sendEvents();
        return state;
      }
    } catch (error) {
      // One of two identical calls may be refused because the other was saved.
      const first = key && (await findFirstOf(requests, key));
      if (first) return first;
      throw error;
    }
    if (photoId !== null) await removePersonalPicture(photos.store, photoId, logger);
    const first = key && (await findFirstOf(requests, key));
    if (first) return first;
    throw new ProblemError('conflict', 'This request was deleted meanwhile. Please send it again.');
  }
}

async function findFirstOf<State extends RequestState>(
  requests: RequestsStore<State>,
  { key, bodyHash }: IdempotencyKey,
): Promise<State | undefined> {
  const earlier = await requests.findByKey(key);
  if (earlier && earlier.bodyHash !== bodyHash)
    throw new ProblemError('key-reused', 'This Idempotency-Key was used for another request already.');
  return earlier?.state;
}
