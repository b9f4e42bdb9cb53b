import type { SellEstimate } from '@kinmel/contracts';
import { injectEndpoints, reading, requestAddress } from '@kinmel/web-kit';
import { fetchWithProgress } from '@kinmel/web-kit/forms';
import { type Submitted, submitting } from '../../requests/submitted.ts';
import { type EstimateQuestion, type ModelsOfBrand, readEstimate, readModels } from './sell-answers.rules.ts';

/** Every request of the page that sells a phone. They are of its chunk: other pages do not load them. */
export const sellPhoneApi = injectEndpoints((build) => ({
  /** The models to suggest, by brand. */
  listSellModels: build.query<readonly ModelsOfBrand[], void>({
    queryFn: (_nothing, _api, _extra, send) => reading(send('/api/sell-phone/models'), readModels),
  }),
  /** Null: the price table has no answer. */
  estimateSellPrice: build.query<SellEstimate | null, EstimateQuestion>({
    queryFn: (question, _api, _extra, send) =>
      reading(
        send(requestAddress({ url: '/api/sell-phone/estimate', params: { ...question } })),
        readEstimate,
      ),
  }),
  /** The key makes it safe to send again; how much of the photo has left is told meanwhile. */
  submitSellRequest: build.mutation<
    Submitted,
    { key: string; body: FormData; onProgress?: ((share: number) => void) | undefined }
  >({
    queryFn: ({ key, body, onProgress }, _api, _extra, send) =>
      submitting(send, {
        url: '/api/sell-phone/request',
        key,
        body,
        ...(onProgress && { fetchFn: fetchWithProgress(onProgress) }),
      }),
  }),
}));

export const { useListSellModelsQuery, useEstimateSellPriceQuery, useSubmitSellRequestMutation } =
  sellPhoneApi;
