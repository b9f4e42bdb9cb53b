import { answerData, count, type Readable, textOrEmpty } from '@kinmel/contracts/browser';
import type { ReturnTerms } from '@kinmel/pricing';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import { fetchWithProgress } from '@kinmel/web-kit/forms';
import * as z from 'zod/mini';

const orderForReturn = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  lines: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      details: textOrEmpty,
      image: textOrEmpty,
      quantity: count,
      unitPriceInMinorUnits: count,
    }),
  ),
  policy: z.object({ feeInMinorUnits: count, freeAboveInMinorUnits: count, taxPercent: count }),
  isShippingRefunded: z.boolean(),
  left: z.object({ paymentInMinorUnits: count, creditInMinorUnits: count }),
  paymentMethod: z.string(),
  returnUntil: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  returned: z.record(z.string(), count),
}) satisfies Readable<ReturnTerms>;

export type OrderForReturn = z.output<typeof orderForReturn>;

interface PhotoUpload {
  readonly file: File;
  readonly onProgress: (share: number) => void;
}

export const returnApi = injectEndpoints((build) => ({
  getOrderForReturn: build.query({
    query: (orderId: string) => `/api/returns/orders/${encodeURIComponent(orderId)}`,
    responseSchema: answer(answerData(orderForReturn)),
  }),
  /** Answers the id of the photo. */
  uploadReturnPhoto: build.mutation({
    query: ({ file, onProgress }: PhotoUpload) => {
      const body = new FormData();
      body.append('photo', file);
      return { url: '/api/returns/photos', method: 'POST', body, fetchFn: fetchWithProgress(onProgress) };
    },
    responseSchema: answer(answerData(z.object({ photoId: z.string() }))),
  }),
}));

export const { useGetOrderForReturnQuery, useUploadReturnPhotoMutation } = returnApi;
