import { apiProblem } from '@kinmel/web-kit';

/** The server's own sentence where it gave one, and else the document's; what failed is also logged. */
export function failureText(error: unknown, text: string): string {
  const problem = apiProblem(error);
  // The document has it logged in the browser.
  // oxlint-disable-next-line no-console
  console.error(text, problem);
  return problem.kind === 'answer' && problem.message ? problem.message : text;
}

export const isVersionConflict = (error: unknown): boolean => apiProblem(error).code === 'version-conflict';
