import type { Picture } from '@kinmel/contracts';
import { imageOf, type PictureStore } from '@kinmel/pictures';
import { refusal } from '@kinmel/service-kit';
import type { ProductState } from './product.rules.ts';

type PictureFields = Pick<ProductState, 'image' | 'pictures'>;

const uploadPath = /\/uploads\/([a-z0-9][a-z0-9-]{2,63})\/\d+\.(?:webp|avif)$/;

function refuse(path: string): never {
  throw refusal(path, 'Enter a valid image URL (jpg/png/gif/webp)', 'invalid-request');
}

/**
 * Finds the stored picture of a path. The admin pages prefix paths with the shop's address, so an address that ends
 * with a known path is accepted; other addresses have no stored picture.
 */
async function storedPicture(
  pictures: PictureStore,
  image: string,
  alt: string,
  ownPictures: readonly Picture[],
): Promise<Picture | undefined> {
  const id = uploadPath.exec(image)?.[1];
  if (id === undefined) return undefined;
  const ownPicture = ownPictures.find((picture) => picture.id === id);
  if (ownPicture) return ownPicture;
  const description = await pictures.describe(id);
  return description && { ...description, alt };
}

/**
 * The pictures of a product after an edit. `image` is the first (a stored path, an external address that is never
 * fetched, or empty), `images` are the others; absent ones stay.
 */
export async function picturesAfter(
  store: PictureStore,
  before: PictureFields,
  change: {
    readonly image?: string | undefined;
    readonly images?: readonly string[] | undefined;
    readonly alt: string;
  },
): Promise<PictureFields> {
  const { image, images, alt } = change;
  const isFirstUploaded = before.image === '' || uploadPath.test(before.image);
  let first: { image: string; picture?: Picture } = isFirstUploaded
    ? { image: before.image, ...(before.pictures[0] ? { picture: before.pictures[0] } : {}) }
    : { image: before.image };
  if (image !== undefined && image !== before.image) {
    const picture = image === '' ? undefined : await storedPicture(store, image, alt, before.pictures);
    if (!picture && image.startsWith('/')) refuse('image');
    first = picture ? { image: imageOf(picture), picture } : { image };
  }
  let furtherPictures = isFirstUploaded ? before.pictures.slice(1) : before.pictures;
  if (images !== undefined) {
    const chosenPictures: Picture[] = [];
    for (const path of images) {
      const picture = await storedPicture(store, path, alt, before.pictures);
      if (!picture) refuse('images');
      chosenPictures.push(picture);
    }
    furtherPictures = chosenPictures;
  }
  const allPictures = first.picture ? [first.picture, ...furtherPictures] : [...furtherPictures];
  const pictures = allPictures.filter(
    (picture, index) => allPictures.findIndex(({ id }) => id === picture.id) === index,
  );
  const [firstPicture] = pictures;
  return { image: first.image || (firstPicture ? imageOf(firstPicture) : ''), pictures };
}
