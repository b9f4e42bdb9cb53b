import { apiProblem } from '@kinmel/web-kit';

/** The server's message if it sent one, else `text`. */
export function reasonOf(error: unknown, text: string): string {
  const { kind, message } = apiProblem(error);
  return kind === 'answer' && message ? message : text;
}

/** Like `reasonOf`, with another text for a request that got no answer. */
export function productFailure(error: unknown, notArrived: string, text: string): string {
  const { kind } = apiProblem(error);
  return kind === 'network' || kind === 'timeout' ? notArrived : reasonOf(error, text);
}

/** Like `reasonOf`, and logs the failure to the console, as the specification requires. */
export function failureText(error: unknown, text: string): string {
  // oxlint-disable-next-line no-console
  console.error(text, apiProblem(error));
  return reasonOf(error, text);
}

export const isVersionConflict = (error: unknown): boolean => apiProblem(error).code === 'version-conflict';
