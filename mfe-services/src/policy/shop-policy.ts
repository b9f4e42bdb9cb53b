import {
  answerData,
  count,
  listOf,
  offeredMethodNames,
  type PolicyFields,
  policyParts,
  type Readable,
} from '@kinmel/contracts/browser';
import { injectEndpoints, policyAnswer, reading } from '@kinmel/web-kit';
import * as z from 'zod/mini';

const partsAnswer = policyParts(z.string(), count, z.object) as unknown as {
  [Part in keyof PolicyFields]: Readable<PolicyFields[Part]>;
};

const link = z.object({ name: z.string(), address: z.string().check(z.regex(/^https:\/\//)) });

/** The policy record and its social links. An answer without one of its fields is an error. */
const shopPolicyAnswer = answerData(
  z.object({
    ...partsAnswer,
    payments: z.object({ sentence: z.string(), methods: listOf(z.enum(offeredMethodNames)) }),
    social: z.catch(listOf(link), []),
  }),
);

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
