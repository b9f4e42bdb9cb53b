import { apiProblem } from '@kinmel/web-kit';

/**
 * Texts for a failure without a message from the server: one for all, or one for an error response and one for no
 * response.
 */
export type FailureTexts = string | { readonly errorResponse: string; readonly noResponse: string };

/** The error text of a failed request. */
export function failureText(error: unknown, texts: FailureTexts): string {
  const { errorResponse, noResponse } =
    typeof texts === 'string' ? { errorResponse: texts, noResponse: texts } : texts;
  const { kind, message } = apiProblem(error);
  return kind === 'network' || kind === 'timeout' ? noResponse : (message ?? errorResponse);
}
