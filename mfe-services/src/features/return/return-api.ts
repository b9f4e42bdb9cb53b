import type { OrderToReturn } from '@kinmel/contracts';
import { answerData, type SchemaOf } from '@kinmel/contracts/browser';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import { fetchWithProgress } from '@kinmel/web-kit/forms';
import * as z from 'zod/mini';

/** `returned` counts the pieces in earlier returns, by the key of their line. */
export type OrderForReturn = OrderToReturn & { readonly returned: Readonly<Record<string, number>> };

const orderForReturn = z.looseObject({
  lines: z.array(z.looseObject({ key: z.string(), quantity: z.number() })),
  policy: z.looseObject({}),
  left: z.looseObject({}),
  problem: z.nullable(z.string()),
  returned: z.record(z.string(), z.number()),
}) as unknown as SchemaOf<OrderForReturn>;

export const returnApi = injectEndpoints((build) => ({
  getOrderForReturn: build.query({
    query: (orderId: string) => `/api/returns/orders/${encodeURIComponent(orderId)}`,
    responseSchema: answer(answerData(orderForReturn)),
  }),
  uploadReturnPhoto: build.mutation({
    query: ({ body, onProgress }: { body: FormData; onProgress: (share: number) => void }) => ({
      url: '/api/returns/photos',
      method: 'POST',
      body,
      fetchFn: fetchWithProgress(onProgress),
    }),
    responseSchema: answer(answerData(z.object({ photoId: z.string() }))),
  }),
}));
