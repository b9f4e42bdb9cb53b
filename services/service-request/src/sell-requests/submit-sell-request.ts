import type { BodyOf, submitSellRequest as endpoint } from '@kinmel/contracts';
import { removePersonalPicture } from '@kinmel/pictures';
import { type Call, digestOf, type IsAdminBrowser, type Logger, toMinorUnits } from '@kinmel/service-kit';
import { estimate } from '../estimates/estimate.rules.ts';
import type { RequestPhotos } from '../photos/request-photos.ts';
import { customer } from '../requests/request.rules.ts';
import { type RequestsContext, submitRequest } from '../requests/submit-request.ts';
import { newSellRequest, receivedEvent, type SellRequest } from './sell-request.rules.ts';
import type { SellRequestsStore } from './sell-requests.store.ts';

/** What the use cases of sell requests depend on. */
export interface SellRequestsContext extends RequestsContext {
  readonly sellRequests: SellRequestsStore;
  readonly photos: RequestPhotos;
  readonly quoteDays: number;
  /** Shows photos to staff (F-09). */
  readonly isAdminBrowser: IsAdminBrowser;
  readonly logger: Logger;
}

type Request = Pick<
  Call<unknown, unknown, BodyOf<typeof endpoint>>,
  'body' | 'file' | 'identity' | 'address' | 'headers' | 'traceparent' | 'log'
>;

/** Takes a request to sell a phone (API-26). The photo is drawn anew and stored before its record; the record decides. */
export async function submitSellRequest(
  context: SellRequestsContext,
  { body, file, identity, address, headers, traceparent, log }: Request,
): Promise<SellRequest> {
  const { links, now, photos, sellRequests } = context;
  const { fullName, contactEmail, contactPhone, expectedPrice, ...fields } = body;
  const submission = {
    kind: 'sell-request',
    address,
    email: contactEmail,
    idempotencyKey: headers['idempotency-key'],
    identity,
    content: file === undefined ? body : { ...body, photo: digestOf(file.buffer) },
  } as const;
  return submitRequest(context, sellRequests, submission, async (id, userId) => {
    const photoId = file === undefined ? null : await photos.keep(file.buffer);
    const state = newSellRequest(
      id,
      {
        ...fields,
        name: fullName,
        email: contactEmail,
        phone: contactPhone,
        userId,
        expectedPriceInMinorUnits: toMinorUnits(expectedPrice),
        estimate: estimate(fields),
        photoId,
      },
      now(),
    );
    const sealedTrackingToken = links.sealedTokenOf('sell-request', state);
    return {
      state,
      events: [
        receivedEvent(state, { now: state.createdAt, actor: customer, traceparent, sealedTrackingToken }),
      ],
      withdraw: async () => photoId && removePersonalPicture(photos.store, photoId, log),
    };
  });
}
