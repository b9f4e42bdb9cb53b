import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { answerOf, objectIdSchema, queryNumber, queryText } from '../primitives.ts';
import type { ProblemCode } from '../problem.ts';

interface Named {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly problems?: readonly ProblemCode[];
}

const shared = { owner: 'service-request', role: 'admin' } as const;

/** How staff filter a list. `all` and an empty status mean every status; the search is taken literally. */
export const listFilter = (statuses: readonly string[]) => ({
  status: z.enum([...statuses, 'all', '']).default('all'),
  search: queryText(100).default(''),
});

/** One page of the requests of a kind. */
export const pageEndpoint = <Data extends z.ZodRawShape>(
  named: Named,
  { statuses, limit, data }: { statuses: readonly string[]; limit: number; data: Data },
) =>
  defineEndpoint({
    ...named,
    ...shared,
    method: 'GET',
    query: z.strictObject({
      page: queryNumber(z.int().min(1).max(1_000_000)).default(1),
      limit: queryNumber(z.int().min(1).max(100)).default(limit),
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

const idParam = <Name extends string>(name: Name) =>
  z.object({ [name]: objectIdSchema } as Record<Name, typeof objectIdSchema>);

/** The current state of one request. `param` is the name of the id in the path. */
export const readEndpoint = <Param extends string, Request extends z.ZodType>(
  named: Named,
  param: Param,
  request: Request,
) =>
  defineEndpoint({
    ...named,
    ...shared,
    method: 'GET',
    params: idParam(param),
    answer: answerOf(request),
  });

export const changedFields = {
  adminNotes: z.string().trim().max(1000).optional(),
  /** The version that staff saw; an older one is refused with `version-conflict`. */
  version: z.int().min(1).optional(),
};

/** A change of one request by staff. */
export const changeEndpoint = <Param extends string, Request extends z.ZodType, Body extends z.ZodType>(
  named: Named,
  param: Param,
  request: Request,
  body: Body,
) =>
  defineEndpoint({
    problems: ['conflict', 'version-conflict'],
    ...named,
    ...shared,
    method: 'PUT',
    params: idParam(param),
    body,
    answer: answerOf(request),
  });
