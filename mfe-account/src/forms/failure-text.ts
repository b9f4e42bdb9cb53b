import { apiProblem } from '@kinmel/web-kit';

/** The text of a failure without a message of the server: one text, or one for an answer and one for no answer. */
export type FailureTexts = string | { readonly answered: string; readonly failed: string };

/** The error text of a failed request. */
export function failureText(error: unknown, texts: FailureTexts): string {
  const { answered, failed } = typeof texts === 'string' ? { answered: texts, failed: texts } : texts;
  const { kind, message } = apiProblem(error);
  return kind === 'network' || kind === 'timeout' ? failed : (message ?? answered);
}
