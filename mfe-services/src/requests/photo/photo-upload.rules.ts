import { uploadLimits } from '@kinmel/contracts/browser';
import type { ApiProblem } from '@kinmel/web-kit';
import type { FieldErrors } from '@kinmel/web-kit/forms';

const photoTypes: readonly string[] = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];
export const photoAccept = photoTypes.join();
export const photoTypeText = 'Please upload only JPEG, PNG, or GIF images';
const limit = uploadLimits.customerPhoto;
export const photoHint = `JPEG, PNG or GIF, up to ${limit.text}`;
const photoSizeText = `File size must be less than ${limit.text}`;

/** @param problem why the browser cannot read it */
export function photoError({ type, size }: Pick<File, 'type' | 'size'>, problem?: string) {
  if (size > 0 && problem) return problem;
  if (!photoTypes.includes(type) || size === 0) return photoTypeText;
  return size > limit.maxBytes ? photoSizeText : undefined;
}

/** The error of the photo field for a refusal. */
export function refusedPhoto({ code, message }: ApiProblem): FieldErrors<string> {
  if (code === 'too-large') return { phoneImage: photoSizeText };
  return code === 'unsupported-type' ? { phoneImage: message ?? photoTypeText } : {};
}

const photoFingerprint = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** A text that identifies a submission, from its fields and the properties of its photo. */
export const bodyTextOf = (fields: object, photo: File | undefined): string =>
  JSON.stringify({ fields, photo: photo ? photoFingerprint(photo) : null });

/** Restores the body from such a text; undefined when its photo is no longer available. */
export function bodyOf(text: string, photos: readonly File[]): FormData | undefined {
  const { fields, photo: fingerprint } = JSON.parse(text) as { fields: object; photo: string | null };
  const photo = photos.find((one) => photoFingerprint(one) === fingerprint);
  if (fingerprint !== null && photo === undefined) return undefined;
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  if (photo) body.append('phoneImage', photo);
  return body;
}
