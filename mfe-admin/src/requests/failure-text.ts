import { apiProblem } from '@kinmel/web-kit';

/** The document's text of each change that can fail (AERR-12, AERR-20). */
export const statusFailures = {
  'sell-request': 'Failed to update status',
  'phone-order': 'Failed to update phone order status',
  'repair-booking': 'Failed to update the booking',
} as const;

/** The server's own sentence where it gave one, and else the document's; what failed is also logged (CONF-59). */
export function failureText(error: unknown, text: string): string {
  const problem = apiProblem(error);
  // The document has it logged in the browser.
  // oxlint-disable-next-line no-console
  console.error(text, problem);
  return problem.kind === 'answer' && problem.message ? problem.message : text;
}

export const isVersionConflict = (error: unknown): boolean => apiProblem(error).code === 'version-conflict';
