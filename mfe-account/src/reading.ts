interface Reply {
  data?: unknown;
  error?: unknown;
}
type Failure = { status: 'CUSTOM_ERROR'; error: 'shape' };

/** Reads an answer; one that cannot be read is a failure of its own kind, `shape`. */
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
