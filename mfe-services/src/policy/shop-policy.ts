import { answerData, listOf, type PolicyTexts, policyTexts, type Readable } from '@kinmel/contracts/browser';
import { injectEndpoints, policyAnswer, reading } from '@kinmel/web-kit';
import * as z from 'zod/mini';

const partsAnswer = Object.fromEntries(
  Object.entries(policyTexts).map(([part, names]) => [
    part,
    z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
  ]),
) as unknown as { [Part in keyof PolicyTexts]: Readable<PolicyTexts[Part]> };

const link = z.object({ name: z.string(), address: z.string().check(z.regex(/^https:\/\//)) });

/** The texts of the policy record and its social links. An answer without one of the texts is an error. */
const shopPolicyAnswer = answerData(z.object({ ...partsAnswer, social: z.catch(listOf(link), []) }));

export type ShopPolicy = z.output<typeof shopPolicyAnswer>;

/** In a file of its own: home loads it with the chat, without the other requests of this remote. */
export const policyApi = injectEndpoints((build) => ({
  getShopPolicy: build.query<ShopPolicy, void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), shopPolicyAnswer),
    providesTags: ['Policy'],
  }),
}));

export const { useGetShopPolicyQuery } = policyApi;

/** "Kathmandu" of "Durbar Marg, Kathmandu". */
export function regionOf({ contact }: ShopPolicy): string | undefined {
  return contact.address.split(',').at(-1)?.trim() || undefined;
}
