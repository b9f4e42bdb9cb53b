import type { SchemaOf } from '@kinmel/contracts/browser';
import { shapeError } from './api.ts';

interface Reply {
  data?: unknown;
  error?: unknown;
}

/**
 * Parses the answer of a request, for the `queryFn` of an endpoint, with a schema or a function that returns undefined
 * for invalid content. The error kind is then `shape` (see `apiProblem`). With a `query`, use `responseSchema` instead.
 */
export async function reading<Read>(
  reply: Reply | PromiseLike<Reply>,
  reader: SchemaOf<Read> | ((answer: unknown) => Read | undefined),
) {
  const { data, error } = await reply;
  // The error of the base query is passed on unchanged; only apiProblem reads it.
  if (error !== undefined) return { error: error as typeof shapeError };
  const value = typeof reader === 'function' ? reader(data) : reader.safeParse(data).data;
  return value === undefined ? { error: shapeError } : { data: value };
}
