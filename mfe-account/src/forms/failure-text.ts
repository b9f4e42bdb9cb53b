import { apiProblem } from '@kinmel/web-kit';

/** The error text of a request without a message of the server, or one for an answer and one for none. */
export type FailureTexts = string | { readonly answered: string; readonly failed: string };

/** The error text of a failed request. */
export function failureText(error: unknown, texts: FailureTexts): string {
  const { answered, failed } = typeof texts === 'string' ? { answered: texts, failed: texts } : texts;
  const { kind, message } = apiProblem(error);
  return kind === 'network' || kind === 'timeout' ? failed : (message ?? answered);
}
