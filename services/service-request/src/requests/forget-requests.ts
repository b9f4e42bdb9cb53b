import { removePersonalPicture } from '@kinmel/pictures';
import { sweepDue } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { photosOf } from '../photos/photos-of-request.rules.ts';
import { forget, forgetAtOf } from './forget.rules.ts';
import { shop, stepEvents } from './request.rules.ts';
import type { AnyRequests } from './requests.store.ts';
import type { RequestsContext } from './submit-request.ts';

/** Erases due personal data from all requests (SR-G10, SR-G11). Safe on several instances at once. */
export async function forgetDueRequests(context: RequestsContext, stopping?: AbortSignal): Promise<void> {
  for (const requests of Object.values(context.requests)) await forgetDue(context, requests, stopping);
}

const forgetDue = (
  { links, photos, retention, calendar, now, logger, sendEvents }: RequestsContext,
  requests: AnyRequests,
  stopping: AbortSignal | undefined,
) =>
  sweepDue(
    {
      due: (limit) => requests.dueToForget(now(), limit),
      claim: (id) => requests.claimToForget(id, now()),
      async work(before) {
        const { kind } = requests;
        const moment = now();
        const dueAt = forgetAtOf(kind, before, retention);
        const isDue = dueAt !== null && dueAt <= moment;
        // A request that is no longer due gets its next due date.
        const after = isDue
          ? forget(kind, before, retention, { now: moment, actor: shop })
          : { ...before, version: before.version + 1 };
        const isPublished = kind.publishesErasure === true && after.status !== before.status;
        const sealedTrackingToken = links.sealedTokenOf(kind, after);
        const eventContext = { now: moment, actor: shop, calendar, sealedTrackingToken };
        const events = isPublished ? stepEvents(kind, before, after, '', eventContext) : [];
        // After a concurrent change, the next sweep retries.
        if (!(await requests.replace(before, after, links.hashOf(kind, after), events))) return;
        if (isPublished) sendEvents();
        const remainingPhotos = photosOf(after);
        for (const id of photosOf(before))
          if (!remainingPhotos.includes(id)) await removePersonalPicture(photos.store, id, logger);
      },
      onFailure: (error, { id: requestId }) =>
        logger.warn(
          { err: error, kind: requests.kind.kind, requestId },
          'personal data of a request could not be erased yet',
        ),
    },
    { stopping },
  );

type ForgetContext = Pick<RequestsContext, 'requests' | 'deletedAccounts' | 'now'>;

/** Marks the requests of a deleted account in the transaction of `session`; the sweep erases them (SR-G10). */
export async function forgetCustomer(
  { requests, deletedAccounts, now }: ForgetContext,
  userId: string,
  session: ClientSession,
): Promise<void> {
  const moment = now();
  await deletedAccounts.note(userId, moment, session);
  for (const store of Object.values(requests)) await store.markCustomerGone(userId, moment, session);
  await requests.return.forgetAccount(userId, session);
}

/**
 * Marks the requests of recently deleted accounts again, because one may have been saved during the deletion (SR-G10).
 */
export async function markLateRequests({ requests, deletedAccounts, now }: ForgetContext): Promise<void> {
  for (const userId of await deletedAccounts.all()) {
    for (const store of Object.values(requests)) await store.markCustomerGone(userId, now());
    // Of two concurrent erasures, each may have seen the other's request and left the key.
    await requests.return.forgetAccount(userId);
  }
}
