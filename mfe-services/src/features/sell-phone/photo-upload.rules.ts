import { type FieldErrors } from '@kinmel/web-kit/forms';

const photoTypes: readonly string[] = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];
export const photoAccept = photoTypes.join();
export const photoTypeText = 'Please upload only JPEG, PNG, or GIF images';
/** Accepted to the byte. */
const photoMaxBytes = 5 * 1024 * 1024;
const photoSizeText = 'File size must be less than 5MB';

/** What is wrong with a chosen file; undefined when nothing is. */
export function photoError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!photoTypes.includes(type) || size === 0) return photoTypeText;
  return size > photoMaxBytes ? photoSizeText : undefined;
}

/** What a refusal says of the photo. */
export function refusedPhoto(error: unknown): FieldErrors<string> {
  const code = (error as { data?: { code?: unknown } } | undefined)?.data?.code;
  if (code === 'too-large') return { phoneImage: photoSizeText };
  return code === 'unsupported-type' ? { phoneImage: photoTypeText } : {};
}

/** What names a photo in the text of a body. */
const photoMark = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** The text of a body: the fields as they are sent, and which photo goes with them. */
export const bodyTextOf = (fields: object, photo: File | undefined): string =>
  JSON.stringify({ fields, photo: photo ? photoMark(photo) : null });

/** The body of such a text; undefined when its photo is not at hand any more. */
export function bodyOf(text: string, photos: readonly File[]): FormData | undefined {
  const { fields, photo: mark } = JSON.parse(text) as { fields: object; photo: string | null };
  const photo = photos.find((one) => photoMark(one) === mark);
  if (mark !== null && photo === undefined) return undefined;
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  if (photo) body.append('phoneImage', photo);
  return body;
}
