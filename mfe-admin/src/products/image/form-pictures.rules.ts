import type { Product } from '@kinmel/contracts';
import { maxProductPictures } from '@kinmel/contracts/browser';
import { fileError } from '../product-form.rules.ts';

/** A picture of a form: one that the shop has, by its address, or a file that is uploaded with the save. */
export type FormPicture = { readonly key: string } & (
  | { readonly url: string; readonly file?: undefined }
  | { readonly file: File; readonly url?: undefined }
);

export const pictureOf = (url: string): FormPicture => ({ key: url, url });

let files = 0;

/** Each choice is a picture of its own, also of the same file. */
export function pictureOfFile(file: File): FormPicture {
  files += 1;
  return { key: `file-${files}`, file };
}

/** Whether an address, also with the shop's host in front, is that of a picture that was uploaded here. */
export const isStoredHere = (address: string) => /\/uploads\/[a-z0-9-]+\/\d+\.(webp|avif)$/.test(address);

/** The addresses of the pictures beside the main one, in their order. */
export const furtherAddresses = ({ image, pictures }: Pick<Product, 'image' | 'pictures'>): string[] =>
  pictures.map(({ id }) => `/uploads/${id}/640.webp`).filter((address) => address !== image);

/** The list with one picture moved by so many places, within its ends. */
export function movedPicture(
  pictures: readonly FormPicture[],
  key: string,
  by: number,
): readonly FormPicture[] {
  const from = pictures.findIndex((picture) => picture.key === key);
  const picture = pictures[from];
  if (!picture) return pictures;
  const to = Math.min(pictures.length - 1, Math.max(0, from + by));
  return pictures.toSpliced(from, 1).toSpliced(to, 0, picture);
}

/** The list with the chosen files that can be taken, and what is wrong with the others. */
export function addedPictures(
  pictures: readonly FormPicture[],
  chosen: readonly File[],
): { readonly pictures: readonly FormPicture[]; readonly error: string | undefined } {
  const wrong = chosen.flatMap((file) => {
    const error = fileError(file);
    return error ? [`${file.name}: ${error}`] : [];
  });
  const right = chosen.filter((file) => fileError(file) === undefined);
  // The main picture is counted, also while it is not chosen yet.
  const room = Math.max(0, maxProductPictures - 1 - pictures.length);
  if (right.length > room) wrong.push(`A product has at most ${maxProductPictures} pictures.`);
  return {
    pictures: [...pictures, ...right.slice(0, room).map(pictureOfFile)],
    error: wrong.length > 0 ? wrong.join(' ') : undefined,
  };
}
