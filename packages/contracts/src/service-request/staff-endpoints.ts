import { z } from 'zod';
import type { StaffRight } from '../browser/staff-rights.ts';
import { forStaff, ownedBy } from '../endpoint.ts';
import { answerOf, objectIdSchema, pageQuery, queryText } from '../primitives.ts';
import type { ProblemCode } from '../problem.ts';

const defineEndpoint = ownedBy('service-request');

/** The filters of a list for staff. `all` and an empty status mean every status; the search is taken literally. */
export const listFilter = (statuses: readonly string[]) => ({
  status: z.enum([...statuses, 'all', '']).default('all'),
  search: queryText(100).default(''),
});

/** One page of the requests of a kind. */
export const pageEndpoint = <Data extends z.ZodRawShape>(
  id: string,
  path: `/${string}`,
  summary: string,
  {
    right = 'requests.see',
    statuses,
    limit,
    data,
  }: { right?: StaffRight; statuses: readonly string[]; limit: number; data: Data },
) =>
  defineEndpoint(id, `GET ${path}`, {
    ...forStaff(right),
    summary,
    query: z.strictObject({
      ...pageQuery(limit),
      ...listFilter(statuses),
    }),
    answer: answerOf(
      z.object({
        ...data,
        pagination: z.object({
          currentPage: z.int().min(1),
          totalPages: z.int().min(0),
          totalRequests: z.int().min(0),
          hasNext: z.boolean(),
          hasPrev: z.boolean(),
        }),
      }),
    ),
  });

export const changedFields = {
  adminNotes: z.string().trim().max(1000).optional(),
  /** The version that staff saw; an older one is refused with `version-conflict`. */
  version: z.int().min(1).optional(),
};

/** The endpoints of staff for one request at `path`, which ends with the parameter of its id. */
export const staffEndpoints = <Param extends string, Request extends z.ZodType>(
  path: `/${string}`,
  param: Param,
  request: Request,
  area: 'requests' | 'returns' = 'requests',
) => {
  const requestEndpoint = {
    params: z.object({ [param]: objectIdSchema } as Record<Param, typeof objectIdSchema>),
    answer: answerOf(request),
  };
  return {
    read: (id: string, noun: string) =>
      defineEndpoint(id, `GET ${path}`, {
        ...requestEndpoint,
        ...forStaff(`${area}.see`),
        summary: `The current state of one ${noun}, for staff.`,
      }),
    /** `step` follows the id in the path. The right is that of a change, unless the step has its own. */
    change: <Body extends z.ZodType>(
      id: string,
      step: string,
      summary: string,
      body: Body,
      problems: readonly ProblemCode[] = [],
      right: StaffRight = `${area}.change`,
    ) =>
      defineEndpoint(id, `PUT ${path}${step}`, {
        ...requestEndpoint,
        ...forStaff(right),
        summary,
        body,
        problems: ['conflict', 'version-conflict', ...problems],
      }),
  };
};
