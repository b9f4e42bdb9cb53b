import type { BodyOf, inviteStaff, StaffMember } from '@kinmel/contracts';
import { listOf, nonNegativeNumber, textOrEmpty } from '@kinmel/contracts/browser';
import { injectEndpoints } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { jsonRequest } from '../../admin-api.ts';
import { pageAnswer, recordOf, valueAnswer } from '../../answers.ts';
import type { StaffStep } from './staff-steps.rules.ts';

const member = recordOf<StaffMember>({
  id: z.string(),
  version: nonNegativeNumber,
  name: textOrEmpty,
  email: textOrEmpty,
  roles: listOf(z.string()),
  state: z.string(),
  hasPasskey: z.optional(z.boolean()),
});

export const staffApi = injectEndpoints((build) => ({
  listStaff: build.query({
    query: (_none: void) => '/api/admin/staff',
    responseSchema: pageAnswer(member, 'data'),
    keepUnusedDataFor: 0,
  }),
  inviteStaff: build.mutation({
    query: (body: BodyOf<typeof inviteStaff>) => jsonRequest('POST', '/api/admin/staff', body),
    responseSchema: valueAnswer(member),
  }),
  changeStaff: build.mutation({
    query: ({
      id,
      step,
      ...body
    }: {
      id: string;
      step: StaffStep;
      version: number;
      roles?: StaffMember['roles'];
      reason?: string;
    }) => jsonRequest('POST', `/api/admin/staff/${encodeURIComponent(id)}/${step}`, body),
    responseSchema: valueAnswer(member),
  }),
}));
