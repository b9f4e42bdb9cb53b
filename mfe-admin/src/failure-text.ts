import { apiProblem } from '@kinmel/web-kit';

/** The server's sentence where it answered one, else `text`. */
export function reasonOf(error: unknown, text: string): string {
  const { kind, message } = apiProblem(error);
  return kind === 'answer' && message ? message : text;
}

/** The same with a text of its own for a request that did not arrive. */
export function productFailure(error: unknown, notArrived: string, text: string): string {
  const { kind } = apiProblem(error);
  return kind === 'network' || kind === 'timeout' ? notArrived : reasonOf(error, text);
}

/** `reasonOf`, also logged in the browser, as the specification wants it. */
export function failureText(error: unknown, text: string): string {
  // oxlint-disable-next-line no-console
  console.error(text, apiProblem(error));
  return reasonOf(error, text);
}

export const isVersionConflict = (error: unknown): boolean => apiProblem(error).code === 'version-conflict';
