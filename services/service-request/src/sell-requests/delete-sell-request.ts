import { removePersonalPicture } from '@kinmel/pictures';
import { type Call, ProblemError } from '@kinmel/service-kit';
import { requestNotFound, staff } from '../requests/change-request.ts';
import { requestEntry } from '../requests/request-entry.ts';
import { takeAway } from './sell-request.rules.ts';
import type { SellRequestsContext } from './submit-sell-request.ts';

type Caller = Pick<Call<unknown, unknown, unknown>, 'identity' | 'traceparent' | 'staff'>;

const maxTries = 8;

/**
 * Takes a request away with its personal data and its photo (AAPI-11, S6). A caller that names the version that it saw deletes
 * nothing that was changed since.
 */
export async function deleteSellRequest(
  { sellRequests, photos, links, now, sendEvents, logger }: SellRequestsContext,
  id: string,
  version: number | undefined,
  { identity, traceparent, staff: by }: Caller,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const request = await sellRequests.find(id);
    if (!request) throw requestNotFound();
    const moment = now();
    const { state, events } = takeAway(request, version, {
      now: moment,
      actor: staff(identity),
      traceparent,
      sealedTrackingToken: links.sealedTokenOf('sell-request', request),
    });
    const entry = requestEntry(by, 'sell-request', request, null);
    const left = { ...state, description: '', photoId: null };
    if (await sellRequests.remove(request, left, events, moment, entry)) {
      sendEvents();
      if (request.photoId !== null) await removePersonalPicture(photos.store, request.photoId, logger);
      return;
    }
  }
  throw new ProblemError('conflict', 'This request is being changed by others. Please try again.');
}
