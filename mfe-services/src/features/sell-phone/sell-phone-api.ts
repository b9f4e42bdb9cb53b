import { answerData, listOf } from '@kinmel/contracts/browser';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';

/** What an estimate depends on. */
export type EstimateQuestion = Readonly<Record<'brand' | 'model' | 'storage' | 'condition', string>> & {
  readonly hasCharger: boolean;
};

const modelsAnswer = answerData(listOf(z.object({ brand: z.string(), models: z.array(z.string()) })));
const estimateAnswer = answerData(z.nullable(z.object({ low: z.number(), high: z.number() })));

export type Estimate = z.output<typeof estimateAnswer>;

export const sellPhoneApi = injectEndpoints((build) => ({
  listSellModels: build.query({
    query: (_nothing: void) => '/api/sell-phone/models',
    responseSchema: answer(modelsAnswer),
  }),
  /** Null for a phone that is not in the price table. */
  estimateSellPrice: build.query({
    query: (question: EstimateQuestion) => ({ url: '/api/sell-phone/estimate', params: { ...question } }),
    responseSchema: answer(estimateAnswer),
  }),
}));
