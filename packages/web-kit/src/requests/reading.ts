import type { Readable } from '@kinmel/contracts/browser';
import { shapeError } from './api.ts';

interface Reply {
  data?: unknown;
  error?: unknown;
}

/**
 * Reads the answer of a request, for the `queryFn` of an endpoint, by a schema or by a function that gives undefined for what it cannot
 * read. Such an answer is a failure of its own kind, `shape` (see `apiProblem`). Where there is a `query`, use `responseSchema`.
 */
export async function reading<Read>(
  reply: Reply | PromiseLike<Reply>,
  read: Readable<Read> | ((answer: unknown) => Read | undefined),
) {
  const { data, error } = await reply;
  // The transport's error goes on as it is: only web-kit's apiProblem reads it.
  if (error !== undefined) return { error: error as typeof shapeError };
  const value = typeof read === 'function' ? read(data) : read.safeParse(data).data;
  return value === undefined ? { error: shapeError } : { data: value };
}
