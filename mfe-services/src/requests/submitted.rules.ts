/** What the shop says of a request that it took. */
export interface Submitted {
  /** Path of the page that follows the request. */
  readonly trackingLink: string;
  /** The record, where the answer has one. */
  readonly data: unknown;
}

/** Only an answer that says success (RBOOK-11), and only a path of the shop is shown as a link. */
export function readSubmitted(answer: unknown): Submitted | undefined {
  const { success, trackingLink, data } = (answer ?? {}) as Partial<Record<string, unknown>>;
  const path =
    typeof trackingLink === 'string' ? /\/tracking\/[A-Za-z0-9_-]+$/.exec(trackingLink)?.[0] : undefined;
  return success !== true || path === undefined ? undefined : { trackingLink: path, data };
}

/** The texts of one kind of request when it was not taken. */
export interface FailureTexts {
  /** Something answered, without a word of its own (decision CONF-41). */
  readonly refused: string;
  /** Nothing answered. */
  readonly lost: string;
}

/** What is wrong, by field. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

interface RefusalDetail {
  readonly path: string;
  readonly message: string;
}

/** What a refusal says of single fields. */
export function detailsOf(error: unknown): readonly RefusalDetail[] {
  const details: unknown = (error as { data?: { details?: unknown } } | undefined)?.data?.details;
  if (!Array.isArray(details)) return [];
  return details.filter(
    (detail: Partial<RefusalDetail> | null): detail is RefusalDetail =>
      typeof detail?.path === 'string' && typeof detail.message === 'string',
  );
}

/** The words of a refusal for the fields of a form, where it has any. */
export function refusedFields<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): FieldErrors<Field> {
  const errors: Partial<Record<Field, string>> = {};
  for (const { path, message } of detailsOf(error)) {
    const field = fields.find((name) => name === path);
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}

export const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const emailText = 'Please enter a valid email address';
