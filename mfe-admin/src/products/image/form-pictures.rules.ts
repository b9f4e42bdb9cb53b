import type { Product } from '@kinmel/contracts';
import { maxProductPictures, uploadLimits } from '@kinmel/contracts/browser';

const imageLimit = uploadLimits.productImage;
export const imageAccept = 'image/jpeg,image/png,image/gif,image/webp';
export const imageHint = `JPEG, PNG, GIF or WebP, up to ${imageLimit.text}`;

export function fileError(file: File): string | undefined {
  if (!imageAccept.split(',').includes(file.type)) return 'Selected file is not an image.';
  return file.size > imageLimit.maxBytes ? `Image file size must be less than ${imageLimit.text}` : undefined;
}

/** Addresses that the product already has are valid. */
export function imageUrlError(url: string, storedUrls: readonly string[]): string | undefined {
  if (storedUrls.includes(url)) return undefined;
  return /^https?:\/\/[^\s"'<>\\]+\.(png|jpe?g|gif|webp)$/i.test(url)
    ? undefined
    : 'Enter a valid image URL (jpg/png/gif/webp)';
}

/** A stored picture by its address, or a file that is uploaded when the form is saved. */
export type FormPicture = { readonly key: string } & (
  | { readonly url: string; readonly file?: undefined }
  | { readonly file: File; readonly url?: undefined }
);

export const pictureOf = (url: string): FormPicture => ({ key: url, url });

let fileCount = 0;

/** A new key per choice: the same file may be chosen twice. */
export function pictureOfFile(file: File): FormPicture {
  fileCount += 1;
  return { key: `file-${fileCount}`, file };
}

/** Whether the picture is stored in this shop. */
export const isStoredHere = (address: string) => /\/uploads\/[a-z0-9-]+\/\d+\.(webp|avif)$/.test(address);

/** The addresses of all pictures except the main one. */
export const furtherAddresses = ({ image, pictures }: Pick<Product, 'image' | 'pictures'>): string[] =>
  pictures.map(({ id }) => `/uploads/${id}/640.webp`).filter((address) => address !== image);

/** Moves a picture within the list. */
export function movedPicture(pictures: readonly FormPicture[], key: string, by: number) {
  const from = pictures.findIndex((picture) => picture.key === key);
  const picture = pictures[from];
  if (!picture) return pictures;
  const to = Math.min(pictures.length - 1, Math.max(0, from + by));
  return pictures.toSpliced(from, 1).toSpliced(to, 0, picture);
}

/** Adds valid files up to the limit; `error` names the others. */
export function addedPictures(pictures: readonly FormPicture[], chosen: readonly File[]) {
  const errors = chosen.flatMap((file) => {
    const error = fileError(file);
    return error ? [`${file.name}: ${error}`] : [];
  });
  const validFiles = chosen.filter((file) => fileError(file) === undefined);
  // The main picture counts, even before it is chosen.
  const room = Math.max(0, maxProductPictures - 1 - pictures.length);
  if (validFiles.length > room) errors.push(`A product has at most ${maxProductPictures} pictures.`);
  return {
    pictures: [...pictures, ...validFiles.slice(0, room).map(pictureOfFile)],
    error: errors.length > 0 ? errors.join(' ') : undefined,
  };
}
