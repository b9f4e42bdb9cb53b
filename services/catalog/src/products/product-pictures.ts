import type { Picture } from '@kinmel/contracts';
import { imageOf, type PictureStore } from '@kinmel/pictures';
import { refusal } from '@kinmel/service-kit';
import type { ProductState } from './product.rules.ts';

type Pictured = Pick<ProductState, 'image' | 'pictures'>;

const ownPath = /\/uploads\/([a-z0-9][a-z0-9-]{2,63})\/\d+\.(?:webp|avif)$/;

function refuse(path: string): never {
  throw refusal(path, 'Enter a valid image URL (jpg/png/gif/webp)', 'invalid-request');
}

/**
 * Finds the stored picture of a path. The admin pages prefix paths with the shop's address, so an address that ends
 * with a known path counts; any other has none.
 */
async function storedPicture(
  pictures: PictureStore,
  image: string,
  alt: string,
  ownPictures: readonly Picture[],
): Promise<Picture | undefined> {
  const id = ownPath.exec(image)?.[1];
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
  before: Pictured,
  change: {
    readonly image?: string | undefined;
    readonly images?: readonly string[] | undefined;
    readonly alt: string;
  },
): Promise<Pictured> {
  const { image, images, alt } = change;
  const hasOwnFirst = before.image === '' || ownPath.test(before.image);
  let first: { image: string; picture?: Picture } = hasOwnFirst
    ? { image: before.image, ...(before.pictures[0] ? { picture: before.pictures[0] } : {}) }
    : { image: before.image };
  if (image !== undefined && image !== before.image) {
    const picture = image === '' ? undefined : await storedPicture(store, image, alt, before.pictures);
    if (!picture && image.startsWith('/')) refuse('image');
    first = picture ? { image: imageOf(picture), picture } : { image };
  }
  let further = hasOwnFirst ? before.pictures.slice(1) : before.pictures;
  if (images !== undefined) {
    const chosenPictures: Picture[] = [];
    for (const path of images) {
      const picture = await storedPicture(store, path, alt, before.pictures);
      if (!picture) refuse('images');
      chosenPictures.push(picture);
    }
    further = chosenPictures;
  }
  const all = first.picture ? [first.picture, ...further] : [...further];
  const pictures = all.filter((picture, index) => all.findIndex(({ id }) => id === picture.id) === index);
  const [next] = pictures;
  return { image: first.image || (next ? imageOf(next) : ''), pictures };
}
