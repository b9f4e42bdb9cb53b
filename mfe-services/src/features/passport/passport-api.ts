import type { Passport } from '@kinmel/contracts';
import { answerData } from '@kinmel/contracts/browser';
import { answer, injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';

const passport = z.pipe(
  z.looseObject({
    identifiers: z.array(z.unknown()),
    inspection: z.looseObject({ checklist: z.looseObject({}) }),
    parts: z.array(z.unknown()),
    photos: z.array(z.string()),
  }),
  z.transform((fields) => fields as object as Passport),
);

export const passportApi = injectEndpoints((build) => ({
  getPassport: build.query({
    query: (token: string) => `/api/passport/${encodeURIComponent(token)}`,
    responseSchema: answer(answerData(passport)),
  }),
}));
