import { answerData, listOf, offeredMethodNames } from '@kinmel/contracts/browser';
import { injectEndpoints, policyAnswer, reading } from '@kinmel/web-kit';
import * as z from 'zod/mini';

const link = z.object({ name: z.string(), address: z.string().check(z.regex(/^https:\/\//)) });

const sentenceAnswer = z.object({ sentence: z.string() });

/** The fields of the policy record that this remote shows. An answer without one of them is an error. */
const shopPolicyAnswer = answerData(
  z.object({
    shipping: sentenceAnswer,
    returns: sentenceAnswer,
    warranty: z.object({ repairSentence: z.string() }),
    payments: z.object({ sentence: z.string(), methods: listOf(z.enum(offeredMethodNames)) }),
    support: z.object({ sentence: z.string(), officeHours: z.string() }),
    chat: z.object({
      freeDelivery: z.string(),
      expressDelivery: z.string(),
      sameDayDelivery: z.string(),
      returns: z.string(),
      warranty: z.string(),
    }),
    contact: z.object({ address: z.string(), email: z.string(), phone: z.string() }),
    social: z.catch(listOf(link), []),
  }),
);

export type ShopPolicy = z.output<typeof shopPolicyAnswer>;

/** In its own file, because home loads it with the chat but without the other requests of this remote. */
export const policyApi = injectEndpoints((build) => ({
  getShopPolicy: build.query<ShopPolicy, void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), shopPolicyAnswer),
    providesTags: ['Policy'],
  }),
}));

export const { useGetShopPolicyQuery } = policyApi;

/** The last part of the address: "Kathmandu" in "Durbar Marg, Kathmandu". */
export function regionOf({ contact }: ShopPolicy): string | undefined {
  return contact.address.split(',').at(-1)?.trim() || undefined;
}
