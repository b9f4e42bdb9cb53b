import type { Release, ReleaseChange, ReleaseChangeBody, ReleaseVersion } from '@kinmel/contracts';
import { listOf, nonNegativeNumber } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../../admin-api.ts';
import { pageAnswer, recordOf, valueAnswer } from '../../answers.ts';
import { rowsPerPage } from '../../lists/address/list-state.rules.ts';

const text = z.string();

const releasesAnswer = valueAnswer(
  z.object({
    revision: nonNegativeNumber,
    freeze: z.nullable(recordOf<NonNullable<Release['freeze']>>({ until: text, who: text, why: text })),
    parts: listOf(
      recordOf<Release>({
        part: text,
        version: text,
        since: text,
        versions: z.array(
          recordOf<ReleaseVersion>({ version: text, builtAt: text, bytes: nonNegativeNumber }),
        ),
      }),
    ),
  }),
);

const changeRow = z.pipe(
  recordOf<ReleaseChange>({ revision: nonNegativeNumber, at: text, action: text, who: text, why: text }),
  z.transform((change) => ({ id: String(change.revision), change })),
);

export type ChangeRow = z.output<typeof changeRow>;

export const releasesApi = injectEndpoints((build) => ({
  listReleases: build.query({
    query: (_none: void) => '/api/releases',
    responseSchema: releasesAnswer,
    keepUnusedDataFor: 0,
  }),
  listReleaseChanges: build.query({
    query: ({ part, page }: { readonly part: string; readonly page: number }) => ({
      url: '/api/releases/history',
      params: { part, page, limit: rowsPerPage },
    }),
    responseSchema: pageAnswer(changeRow, 'data'),
    keepUnusedDataFor: 0,
  }),
  createPreview: build.mutation({
    query: (body: { readonly part: string; readonly version: string }) =>
      jsonRequest('POST', '/api/releases/previews', body),
    responseSchema: valueAnswer(recordOf<{ url: string }>({ url: text })),
  }),
  changeRelease: build.mutation({
    query: (body: ReleaseChangeBody) => jsonRequest('POST', '/api/releases/changes', body),
    responseSchema: releasesAnswer,
  }),
}));
