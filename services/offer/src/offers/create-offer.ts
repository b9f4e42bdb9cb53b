import type { BodyOf, createOffer as endpoint } from '@kinmel/contracts';
import type { CausedBy, UploadedFile } from '@kinmel/service-kit';
import { createOffer as decide, type StoredOffer } from './offer.rules.ts';
import { eventsOf, offerEntry } from './offer-answer.ts';
import { fieldsOf } from './offer-form.ts';
import type { OffersContext } from './offers-context.ts';
import { imageOfUpload, saveWithCode } from './save-offer.ts';

/** Creates an offer. The picture is stored only when everything else is valid. */
export async function createOffer(
  context: OffersContext,
  body: BodyOf<typeof endpoint>,
  file: UploadedFile | undefined,
  call: CausedBy = {},
): Promise<StoredOffer> {
  const now = context.now();
  const today = context.dayOf(now);
  const id = context.newId();
  const { productDetails = {}, targetProducts = [], ...formFields } = fieldsOf(body);
  const fields = { ...formFields, productDetails, targetProducts, image: '' };
  decide(id, fields, now, today);
  const decision = decide(id, { ...fields, image: (await imageOfUpload(context, file)) ?? '' }, now, today);
  await saveWithCode(context, decision.offer.promoCode, today, () =>
    context.offers.insert(
      decision.offer,
      today,
      eventsOf(decision, call),
      offerEntry(call.staff, null, decision.offer),
    ),
  );
  context.sendEvents();
  return { ...decision.offer, currentRedemptions: 0 };
}
