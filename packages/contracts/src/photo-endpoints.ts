import { z } from 'zod';
import { uploadLimits } from './browser/limits.ts';
import type { FilePart } from './endpoint.ts';
import { answerOf, photoIdSchema } from './primitives.ts';

/** An endpoint for a photo that an `<img>` element loads. */
export const photoEndpoint = {
  role: 'public',
  isPersonal: true,
  contentType: 'image/webp',
  answer: z.unknown(),
  problems: ['not-found'],
} as const;

/** The file part of a form with a photo. */
export const photoFile = (
  field: string,
  { maxBytes, text }: (typeof uploadLimits)['customerPhoto'],
  required = true,
): FilePart => ({
  field,
  maxBytes,
  required,
  tooLargeText: `File size must be less than ${text}`,
});

/** An upload by staff, who need the right of the form, before the form with the photo is sent. */
export const photoUpload = {
  file: photoFile('photo', uploadLimits.staffPhoto),
  status: 201,
  answer: answerOf(z.object({ photoId: photoIdSchema })),
  problems: ['unsupported-type', 'storage-full'],
} as const;
