/** What a refusal says of one field of a form. */
export interface ProblemDetail {
  /** The field's path in the body, as `specs.color`. */
  readonly path: string;
  readonly message: string;
}

/** The wrong fields of a form with what is wrong; a field without an entry is right. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

const isDetail = (detail: Partial<ProblemDetail> | null): detail is ProblemDetail =>
  typeof detail?.path === 'string' && typeof detail.message === 'string';

/** The fields that a refused request names, from the error of a result of the api; none when it names none. */
export function problemDetails(error: unknown): readonly ProblemDetail[] {
  const details: unknown = (error as { data?: { details?: unknown } } | undefined)?.data?.details;
  return Array.isArray(details) ? details.filter(isDetail) : [];
}

/** The server's words for single fields of a form, where it has any; of several for one field the first. */
export function fieldErrorsOf<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): FieldErrors<Field> {
  const errors: Partial<Record<Field, string>> = {};
  for (const { path, message } of problemDetails(error)) {
    const field = fields.find((name) => name === path);
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}
