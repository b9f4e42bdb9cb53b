/** An error of one form field. */
export interface ProblemDetail {
  /** The field's path in the body, such as `specs.color`. */
  readonly path: string;
  readonly message: string;
}

/** Messages of the invalid fields of a form. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

const isDetail = (detail: Partial<ProblemDetail> | null): detail is ProblemDetail =>
  typeof detail?.path === 'string' && typeof detail.message === 'string';

/** The invalid fields of a refused request, from the error of an API result. */
export function problemDetails(error: unknown): readonly ProblemDetail[] {
  const details: unknown = (error as { data?: { details?: unknown } } | undefined)?.data?.details;
  return Array.isArray(details) ? details.filter(isDetail) : [];
}

/** The server's first message for each field of a form. */
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
