import type { RequestKind } from '@kinmel/contracts';
import { removePersonalPicture } from '@kinmel/pictures';
import { type GonePeopleStore, type Logger, sweepDue } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { RequestPhotos } from '../photos/request-photos.ts';
import type { RequestLinks } from '../tracking/request-links.ts';
import type { Forgetting } from './forget.rules.ts';
import type { RequestState } from './request.rules.ts';
import type { RequestsStore } from './requests.store.ts';

/** The requests of one kind, with what has to leave them. */
interface Forgettable<State extends RequestState> {
  readonly kind: RequestKind;
  readonly store: RequestsStore<State>;
  readonly forgetting: Forgetting<State>;
  readonly photoOf?: (request: State) => string | null;
}

/** A kind of request as the sweep sees it. */
export interface ForgettableKind {
  readonly markCustomerGone: RequestsStore<RequestState>['markCustomerGone'];
  readonly forgetDue: (context: ForgetContext, stopping?: AbortSignal) => Promise<void>;
}

export interface ForgetContext {
  readonly forgettable: readonly ForgettableKind[];
  readonly goneCustomers: GonePeopleStore;
  readonly links: RequestLinks;
  readonly photos: RequestPhotos;
  readonly now: () => Date;
  readonly logger: Logger;
}

/** By the shop: no person of the staff does it. */
const actor = { by: 'shop', who: null } as const;

export const forgettableKind = <State extends RequestState>({
  kind,
  store,
  forgetting,
  photoOf = () => null,
}: Forgettable<State>): ForgettableKind => ({
  markCustomerGone: (userId, now, session) => store.markCustomerGone(userId, now, session),
  forgetDue: ({ links, photos, now, logger }, stopping) =>
    sweepDue<string, State>(
      {
        due: (limit) => store.dueToForget(now(), limit),
        claim: (id) => store.claimToForget(id, now()),
        async work(before) {
          const moment = now();
          const dueAt = forgetting.dueAt(before);
          const isDue = dueAt !== null && dueAt <= moment;
          // What is not due after all is saved with its next date: the shop needs to know whose it is until it is closed.
          const after = isDue
            ? forgetting.forget(before, { now: moment, actor })
            : { ...before, version: before.version + 1 };
          // Somebody was faster: the next round looks at what it is then.
          if (!(await store.replace(before, after, links.hashOf(kind, after), []))) return;
          const photoId = photoOf(before);
          if (photoId !== null && photoOf(after) === null)
            await removePersonalPicture(photos.store, photoId, logger);
        },
        onFailure: (error, { id: requestId }) =>
          logger.warn({ err: error, kind, requestId }, 'personal data could not leave a request yet'),
      },
      { stopping },
    ),
});

/** Takes out of all requests what has to leave them by now (G10, G11). Any number of instances may do it at once. */
export async function forgetDueRequests(context: ForgetContext, stopping?: AbortSignal): Promise<void> {
  for (const kind of context.forgettable) await kind.forgetDue(context, stopping);
}

/** An account was deleted: notes it and marks its requests, within the session's transaction; the sweep does the rest (G10). */
export async function forgetCustomer(
  { forgettable, goneCustomers, now }: Pick<ForgetContext, 'forgettable' | 'goneCustomers' | 'now'>,
  userId: string,
  session: ClientSession,
): Promise<void> {
  const moment = now();
  await goneCustomers.note(userId, moment, session);
  for (const kind of forgettable) await kind.markCustomerGone(userId, moment, session);
}

/**
 * A request may be saved in the very moment in which its account is forgotten: of everybody who left within a day the requests are
 * marked again (G10).
 */
export async function markLateRequests({ forgettable, goneCustomers, now }: ForgetContext): Promise<void> {
  for (const userId of await goneCustomers.all())
    for (const kind of forgettable) await kind.markCustomerGone(userId, now());
}
