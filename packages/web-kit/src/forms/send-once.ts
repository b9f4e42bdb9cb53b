import { apiProblem } from '../requests/api-problem.ts';
import type { Attempts } from './attempts.ts';

interface Reply<Answer> {
  readonly data?: Answer | undefined;
  readonly error?: unknown;
}

/** The result of a submission: the answer with the body it belongs to, or the error of the last request. */
export type SentOnce<Answer> =
  | { readonly data: Answer; readonly body: string; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: unknown };

interface Sending<Answer> {
  /** Empty for a visitor. */
  userId: string;
  body: string;
  /** Sends a body with the key. Undefined when an earlier body cannot be rebuilt, because its file is missing. */
  send: (key: string, body: string) => PromiseLike<Reply<Answer>> | undefined;
}

const waitBetweenMs = 1000;
const maxWaits = 8;
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** True when there is no definite answer: the same attempt can be repeated safely. */
export function isUnanswered(error: unknown): boolean {
  const { kind, status, code } = apiProblem(error);
  return kind !== 'answer' || (status ?? 0) >= 500 || code === 'key-in-progress';
}

/**
 * Sends a form at most once, whatever the network does. The key of an unanswered attempt is sent again with the current
 * form content: if the attempt did arrive, the shop answers `key-reused` to any other body, and the body that arrived
 * gets its answer.
 */
export async function sendOnce<Answer>(
  attempts: Attempts,
  { userId, body, send }: Sending<Answer>,
): Promise<SentOnce<Answer>> {
  /** The first request with this key may still be in progress, so wait for its answer. */
  const sendAndWait = async (key: string, text: string): Promise<SentOnce<Answer> | undefined> => {
    for (let waits = 0; ; waits += 1) {
      const reply = await send(key, text);
      if (reply === undefined) return undefined;
      if (reply.data !== undefined) return { data: reply.data, body: text };
      if (apiProblem(reply.error).code !== 'key-in-progress' || waits === maxWaits)
        return { error: reply.error };
      await pause(waitBetweenMs);
    }
  };
  const codeOf = ({ error }: SentOnce<Answer>) => apiProblem(error).code;

  const openAttempt = attempts.open(userId, Date.now());
  const { key, earlier } = openAttempt
    ? attempts.repeat(openAttempt, body)
    : attempts.start(userId, body, Date.now());
  let outcome = (await sendAndWait(key, body)) ?? { error: undefined };
  for (const earlierBody of earlier) {
    if (codeOf(outcome) !== 'key-reused') break;
    outcome = (await sendAndWait(key, earlierBody)) ?? outcome;
  }
  // A refusal of the first request is a final answer. After a lost answer, the key stays until a record exists.
  const isClosed =
    outcome.data !== undefined ||
    codeOf(outcome) === 'key-reused' ||
    (openAttempt === undefined && !isUnanswered(outcome.error));
  if (isClosed) attempts.close();
  return outcome;
}
