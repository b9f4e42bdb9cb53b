interface Reply {
  data?: unknown;
  error?: unknown;
}
type Failure = { status: 'CUSTOM_ERROR'; error: 'shape' };

/**
 * Reads the answer of a request of `api`, for the `queryFn` of an endpoint: the page gets what `read` makes of it, and an answer that
 * cannot be read (`read` gives undefined) is a failure of its own kind, `shape` (see `apiProblem`).
 */
export async function reading<Read>(
  reply: Reply | PromiseLike<Reply>,
  read: (answer: unknown) => Read | undefined,
) {
  const { data, error } = await reply;
  // The transport's error goes on as it is: only web-kit's apiProblem reads it.
  if (error !== undefined) return { error: error as Failure };
  const value = read(data);
  return value === undefined
    ? { error: { status: 'CUSTOM_ERROR', error: 'shape' } as const }
    : { data: value };
}
