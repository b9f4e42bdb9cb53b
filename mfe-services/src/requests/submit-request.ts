import { answer, injectEndpoints } from '@kinmel/web-kit';
import { fetchWithProgress } from '@kinmel/web-kit/forms';
import * as z from 'zod/mini';

const submittedAnswer = z.object({
  success: z.literal(true),
  /** Path of the tracking page. Without it, only the mail contains the link. */
  trackingLink: z.catch(z.optional(z.string().check(z.regex(/^\/request-links\/[\w-]+$/))), undefined),
  /** The created record, if the answer contains it. */
  data: z.optional(z.unknown()),
});

export type Submission = z.output<typeof submittedAnswer>;

export interface RequestContent {
  /** JSON text, or a form with a file. */
  readonly body: string | FormData;
  /** Called with the share of the upload, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Posts the form of any kind of request. The key makes a repeated call safe. */
export const submitApi = injectEndpoints((build) => ({
  submitRequest: build.mutation({
    query: ({ url, key, body, onProgress }: RequestContent & { url: string; key: string }) => ({
      url,
      method: 'POST',
      headers: {
        'Idempotency-Key': key,
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      },
      body,
      ...(onProgress && { fetchFn: fetchWithProgress(onProgress) }),
    }),
    responseSchema: answer(submittedAnswer),
    // Refreshes after a refusal too: the free slots may have changed.
    invalidatesTags: ['Service'],
  }),
}));
