import type { Alert, BodyOf, createAlert as createEndpoint } from '@kinmel/contracts';
import {
  answerData,
  deviceGrades,
  listOf,
  moneyAnswer,
  type SchemaOf,
  textOrEmpty,
} from '@kinmel/contracts/browser';
import { answer, formatMoney, injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';

const alertShape = {
  kind: z.enum(['product', 'wish']),
  subject: z.string(),
  productId: z.nullable(z.string()),
  maxPrice: z.catch(z.nullable(moneyAnswer), null),
  minGrade: z.catch(z.nullable(z.enum(deviceGrades)), null),
  isConfirmed: z.boolean(),
} satisfies Record<keyof Alert, SchemaOf<unknown>>;

const alertAnswer = answer(answerData(z.object(alertShape)));

const addressOf = (token: string) => `/api/alerts/${encodeURIComponent(token)}`;

/** The requests about alerts. */
export const alertsApi = injectEndpoints((build) => ({
  createAlert: build.mutation({
    query: (body: BodyOf<typeof createEndpoint>) => ({ url: '/api/alerts', method: 'POST', body }),
    responseSchema: answer(z.object({ message: textOrEmpty })),
    invalidatesTags: ['Profile'],
  }),
  getAlert: build.query({ query: addressOf, responseSchema: alertAnswer }),
  confirmAlert: build.mutation({
    query: (token: string) => ({ url: `${addressOf(token)}/confirmation`, method: 'POST' }),
    responseSchema: alertAnswer,
  }),
  endAlert: build.mutation<unknown, string>({
    query: (token) => ({ url: `${addressOf(token)}/end`, method: 'POST' }),
    invalidatesTags: ['Profile'],
  }),
  /** The alerts of the account with the tokens of their links. */
  listMyAlerts: build.query({
    query: (_nothing: void) => '/api/alerts',
    responseSchema: answer(answerData(listOf(z.object({ ...alertShape, token: z.string() })))),
    providesTags: ['Profile'],
  }),
}));

/** "iPhone 13 Pro, at least grade A, at most NPR 70,000" */
export const alertTitle = ({ subject, maxPrice, minGrade }: Omit<Alert, 'kind'>): string =>
  [
    subject,
    ...(minGrade ? [`at least grade ${minGrade}`] : []),
    ...(maxPrice ? [`at most ${formatMoney(maxPrice)}`] : []),
  ].join(', ');
