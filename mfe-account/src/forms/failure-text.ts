import { type ApiProblem, apiProblem } from '@kinmel/web-kit';

/** The error texts of a request without a message of the server. */
export interface FailureTexts {
  /** The server answered without a message. */
  readonly answered: string;
  /** There was no answer. */
  readonly failed: string;
}

const isNetwork = ({ kind }: ApiProblem) => kind === 'network' || kind === 'timeout';

/** The error text of a failed request. */
export function failureText(error: unknown, { answered, failed }: FailureTexts): string {
  const problem = apiProblem(error);
  if (isNetwork(problem)) return failed;
  return problem.message ?? answered;
}
