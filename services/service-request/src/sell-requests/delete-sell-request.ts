import { removePersonalPicture } from '@kinmel/pictures';
import { ProblemError, type StaffCall } from '@kinmel/service-kit';
import { requestNotFound } from '../requests/change-request.ts';
import { requestEntry } from '../requests/request-entry.ts';
import type { SellRequestsContext } from './submit-sell-request.ts';

const maxTries = 8;

/** Takes a request away: its personal data, its link and its photo at once (AAPI-11, S5). */
export async function deleteSellRequest(
  { sellRequests, photos, now, logger }: SellRequestsContext,
  id: string,
  by?: StaffCall,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const request = await sellRequests.find(id);
    if (!request) throw requestNotFound();
    const entry = requestEntry(by, 'sell-request', request, null);
    if (await sellRequests.remove(request, { description: '', photoId: null }, now(), entry)) {
      if (request.photoId !== null) await removePersonalPicture(photos.store, request.photoId, logger);
      return;
    }
  }
  throw new ProblemError('conflict', 'This request is being changed by others. Please try again.');
}
