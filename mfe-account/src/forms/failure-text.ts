import { type ApiProblem, apiProblem } from '@kinmel/web-kit';

/** The two texts of a call without the server's own words. */
export interface FailureTexts {
  /** The server answered, but with no message. */
  readonly answered: string;
  /** The call itself failed. */
  readonly failed: string;
}

const isNetwork = ({ kind }: ApiProblem) => kind === 'network' || kind === 'timeout';

/** What a form says after a call that failed. */
export function failureText(error: unknown, { answered, failed }: FailureTexts): string {
  const problem = apiProblem(error);
  if (isNetwork(problem)) return failed;
  return problem.message ?? answered;
}
