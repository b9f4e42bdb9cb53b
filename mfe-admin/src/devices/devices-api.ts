import type { AnswerOf, DeviceAnswer, getOfferFindings, getSaleSuggestion } from '@kinmel/contracts';
import { moneyAnswer, nonNegativeNumber } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../admin-api.ts';
import { pageAnswer, recordOf, valueAnswer } from '../answers.ts';
import { type ListState, rowsPerPage } from '../lists/address/list-state.rules.ts';

const device = recordOf<DeviceAnswer>({
  id: z.string(),
  place: z.string(),
  version: nonNegativeNumber,
  usualSteps: z.array(z.string()),
  history: z.array(z.unknown()),
});

type OfferFindings = AnswerOf<typeof getOfferFindings>['data'];

const findingsAnswer = valueAnswer(
  recordOf<OfferFindings>({
    lastFour: z.string(),
    blocklist: z.string(),
    offeredAlsoIn: z.array(z.string()),
  }),
);

/** A change to a device; also the last segment of its URL. */
export type DeviceStep = 'inspection' | 'identifiers' | 'place' | 'parts' | 'sale';

const path = '/api/admin/devices';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
const offerPath = (sellRequestId: string) => `${path}/offers/${encodeURIComponent(sellRequestId)}`;

export const devicesApi = injectEndpoints((build) => ({
  listDevices: build.query({
    query: ({ page, place, search }: Pick<ListState, 'page' | 'search'> & { place: string | undefined }) => ({
      url: path,
      params: { page, limit: rowsPerPage, place: place === 'all' ? undefined : place, search },
    }),
    responseSchema: pageAnswer(device, 'devices'),
    keepUnusedDataFor: 0,
  }),
  getDevice: build.query({ query: pathOf, responseSchema: valueAnswer(device) }),
  receiveDevice: build.mutation({
    query: (body: {
      readonly sellRequestId: string;
      readonly identifiers: readonly string[];
      readonly isKnownPhoneConfirmed?: true;
    }) => jsonRequest('POST', path, body),
    responseSchema: valueAnswer(device),
  }),
  readIdentifiers: build.mutation({
    query: (id: string) => jsonRequest('POST', `${pathOf(id)}/numbers`),
    responseSchema: valueAnswer(z.array(z.object({ kind: z.string(), value: z.string() }))),
  }),
  changeDevice: build.mutation({
    query: ({ id, step, body }: { id: string; step: DeviceStep; body: { version: number } }) =>
      jsonRequest('PUT', `${pathOf(id)}/${step}`, body),
    responseSchema: valueAnswer(device),
  }),
  getSaleSuggestion: build.query({
    query: (id: string) => `${pathOf(id)}/sale`,
    responseSchema: valueAnswer(
      recordOf<AnswerOf<typeof getSaleSuggestion>['data']>({
        cost: moneyAnswer,
        ageInDays: nonNegativeNumber,
      }),
    ),
    keepUnusedDataFor: 0,
  }),
  getOfferFindings: build.query({ query: offerPath, responseSchema: findingsAnswer, keepUnusedDataFor: 0 }),
  checkBlocklist: build.mutation({
    query: (sellRequestId: string) => jsonRequest('POST', `${offerPath(sellRequestId)}/blocklist`),
    responseSchema: findingsAnswer,
  }),
}));
