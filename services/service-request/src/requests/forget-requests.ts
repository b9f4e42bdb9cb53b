import { removePersonalPicture } from '@kinmel/pictures';
import { sweepDue } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { forget, forgetAtOf } from './forget.rules.ts';
import type { RequestState } from './request.rules.ts';
import type { AnyRequests } from './requests.store.ts';
import type { RequestsContext } from './submit-request.ts';

/** By the shop: no person of the staff does it. */
const actor = { by: 'shop', who: null } as const;

/** Takes out of all requests what has to leave them by now (G10, G11). Any number of instances may do it at once. */
export async function forgetDueRequests(context: RequestsContext, stopping?: AbortSignal): Promise<void> {
  for (const requests of Object.values(context.requests)) await forgetDue(context, requests, stopping);
}

const forgetDue = (
  { links, photos, retention, now, logger }: RequestsContext,
  requests: AnyRequests,
  stopping: AbortSignal | undefined,
) =>
  sweepDue<string, RequestState>(
    {
      due: (limit) => requests.dueToForget(now(), limit),
      claim: (id) => requests.claimToForget(id, now()),
      async work(before) {
        const { kind } = requests;
        const moment = now();
        const dueAt = forgetAtOf(kind, before, retention);
        const isDue = dueAt !== null && dueAt <= moment;
        // What is not due after all is saved with its next date: the shop needs to know whose it is until it is closed.
        const after = isDue
          ? forget(kind, before, retention, { now: moment, actor })
          : { ...before, version: before.version + 1 };
        // Changed by somebody else meanwhile: the next sweep looks at it again.
        if (!(await requests.replace(before, after, links.hashOf(kind, after), []))) return;
        if (before.photoId !== null && after.photoId === null)
          await removePersonalPicture(photos.store, before.photoId, logger);
      },
      onFailure: (error, { id: requestId }) =>
        logger.warn(
          { err: error, kind: requests.kind.kind, requestId },
          'personal data could not leave a request yet',
        ),
    },
    { stopping },
  );

type Forgetting = Pick<RequestsContext, 'requests' | 'goneCustomers' | 'now'>;

/** An account was deleted: notes it and marks its requests, within the session's transaction; the sweep does the rest (G10). */
export async function forgetCustomer(
  { requests, goneCustomers, now }: Forgetting,
  userId: string,
  session: ClientSession,
): Promise<void> {
  const moment = now();
  await goneCustomers.note(userId, moment, session);
  for (const one of Object.values(requests)) await one.markCustomerGone(userId, moment, session);
}

/**
 * A request may be saved in the very moment in which its account is forgotten: the requests of all accounts that were deleted
 * within a day are marked again (G10).
 */
export async function markLateRequests({ requests, goneCustomers, now }: Forgetting): Promise<void> {
  for (const userId of await goneCustomers.all())
    for (const one of Object.values(requests)) await one.markCustomerGone(userId, now());
}
