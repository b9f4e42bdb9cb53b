import type { ReturnAnswer } from '@kinmel/contracts';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { valueAnswer } from '../../answers.ts';
import { requestAddressOf, requestOf } from '../../requests/requests-api.ts';
import type { Inspection } from './inspection.rules.ts';

const photoAnswer = valueAnswer(z.object({ photoId: z.string() }));

export const returnsApi = injectEndpoints((build) => ({
  inspectReturn: build.mutation({
    query: ({ id, ...body }: Inspection) => ({
      url: `${requestAddressOf('return', id)}/inspection`,
      method: 'PUT',
      body,
    }),
    responseSchema: valueAnswer(requestOf<ReturnAnswer>()),
  }),
  /** Stores a photo of the inspection. */
  uploadInspectionPhoto: build.mutation({
    query: (file: File) => {
      const body = new FormData();
      body.append('photo', file);
      return { url: '/api/returns/photos', method: 'POST', body };
    },
    responseSchema: photoAnswer,
  }),
}));
