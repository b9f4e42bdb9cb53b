/** What the server says of one field of a form. */
export interface ProblemDetail {
  readonly path: string;
  readonly message: string;
}

const isDetail = (value: unknown): value is ProblemDetail =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** The fields that a refused request names, from the error of a result of the api; none when it names none. */
export function detailsOf(error: unknown): readonly ProblemDetail[] {
  const { data } = (error ?? {}) as { data?: { details?: unknown } };
  const details: unknown = data?.details;
  return Array.isArray(details) ? details.filter(isDetail) : [];
}
