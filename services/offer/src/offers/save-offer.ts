import { imageOf, keepPicture } from '@kinmel/pictures';
import {
  type CausedBy,
  changeRecord,
  type Day,
  ProblemError,
  refusal,
  type UploadedFile,
} from '@kinmel/service-kit';
import type { Decision, StoredOffer } from './offer.rules.ts';
import { eventsOf, offerEntry } from './offer-answer.ts';
import type { SaveOutcome } from './offers.store.ts';
import type { OffersContext } from './offers-context.ts';

export const offerNotFound = () => new ProblemError('not-found', 'Offer not found');

export const offerIsBusy = 'This offer is being changed by others.';

/** Throws `not-found` when there is no such offer. */
export async function findOffer({ offers }: Pick<OffersContext, 'offers'>, id: string): Promise<StoredOffer> {
  const offer = await offers.find(id);
  if (!offer) throw offerNotFound();
  return offer;
}

/** Stores an uploaded picture; resolves with its path. Refuses with the form's text. */
export async function imageOfUpload(
  { pictures }: OffersContext,
  file: UploadedFile | undefined,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return imageOf(await keepPicture(pictures, file.buffer));
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'unsupported-type') throw error;
    const message = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)';
    throw new ProblemError('unsupported-type', message, [{ path: 'image', message }], { cause: error });
  }
}

/**
 * Saves with a unique promo code among live and future offers (OFF-O5): if the index refuses, codes of ended offers are
 * freed and the save is retried once.
 */
export async function saveWithCode<Outcome extends SaveOutcome>(
  { offers }: OffersContext,
  promoCode: string,
  today: Day,
  save: () => Promise<Outcome>,
): Promise<Exclude<Outcome, 'code-taken'>> {
  let outcome = await save();
  if (outcome === 'code-taken' && (await offers.freeEndedCodes(today, promoCode)) > 0) outcome = await save();
  if (outcome === 'code-taken')
    throw refusal('promoCode', 'This promo code belongs to another live offer. Please choose another one.');
  return outcome as Exclude<Outcome, 'code-taken'>;
}

/** Applies a change to the stored offer, and retries it after a concurrent one. Resolves with the saved offer. */
export async function editOffer(
  context: OffersContext,
  id: string,
  decide: (offer: StoredOffer) => Decision,
  call: CausedBy,
): Promise<StoredOffer> {
  const { offers } = context;
  const { before, decision } = await changeRecord({
    read: () => findOffer(context, id),
    decide(offer) {
      const change = decide(offer);
      return change.events.length > 0 ? change : undefined;
    },
    async save(offer, change) {
      const today = context.dayOf(context.now());
      const entry = offerEntry(call.staff, offer, change.offer);
      const outcome = await saveWithCode(context, change.offer.promoCode, today, () =>
        offers.replace(offer, change.offer, today, eventsOf(change, call), entry),
      );
      return outcome === 'saved';
    },
    busy: offerIsBusy,
  });
  if (!decision) return before;
  context.sendEvents();
  return { ...decision.offer, currentRedemptions: before.currentRedemptions };
}
