import { z } from 'zod';
import { uploadLimits } from './browser/upload-limits.ts';
import type { FilePart } from './endpoint.ts';
import { answerOf, photoIdSchema } from './primitives.ts';

/** A photo, read by an image element. */
export const photoEndpoint = {
  role: 'public',
  isPersonal: true,
  contentType: 'image/webp',
  answer: z.unknown(),
  problems: ['not-found'],
} as const;

/** A photo of a form. */
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

/** An upload by staff, for a form that is sent later. */
export const photoUpload = {
  role: 'admin',
  file: photoFile('photo', uploadLimits.staffPhoto),
  status: 201,
  answer: answerOf(z.object({ photoId: photoIdSchema })),
  problems: ['unsupported-type', 'storage-full'],
} as const;
