import { z } from 'zod';
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
export const photoFile = (field: string, megabytes: number, required = true): FilePart => ({
  field,
  maxBytes: megabytes * 1024 * 1024,
  required,
  tooLargeText: `File size must be less than ${megabytes}MB`,
});

/** An upload by staff, for a form that is sent later. */
export const photoUpload = {
  role: 'admin',
  file: photoFile('photo', 10),
  status: 201,
  answer: answerOf(z.object({ photoId: photoIdSchema })),
  problems: ['unsupported-type', 'storage-full'],
} as const;
