import type { BodyOf, updateOffer as endpoint } from '@kinmel/contracts';
import type { CausedBy, UploadedFile } from '@kinmel/service-kit';
import { changeOffer, type StoredOffer } from './offer.rules.ts';
import { fieldsOf } from './offer-form.ts';
import type { OffersContext } from './offers-context.ts';
import { editOffer, findOffer, imageOfUpload } from './save-offer.ts';

/** Changes the given fields. A form with an older version is refused. */
export async function updateOffer(
  context: OffersContext,
  id: string,
  { version, ...form }: BodyOf<typeof endpoint>,
  file: UploadedFile | undefined,
  call: CausedBy = {},
): Promise<StoredOffer> {
  const fields = fieldsOf(form);
  const before = await findOffer(context, id);
  // Checked before the picture is stored.
  changeOffer(before, fields, context.now(), version);
  const image = await imageOfUpload(context, file);
  return editOffer(
    context,
    id,
    (offer) => changeOffer(offer, { ...fields, image }, context.now(), version),
    call,
  );
}

export const toggleOffer = (
  context: OffersContext,
  id: string,
  isActive: boolean,
  call: CausedBy = {},
): Promise<StoredOffer> =>
  editOffer(context, id, (offer) => changeOffer(offer, { isActive }, context.now()), call);
