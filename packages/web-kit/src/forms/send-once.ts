import { apiProblem } from '../requests/api-problem.ts';
import type { Attempts } from './attempts.ts';

interface Reply<Answer> {
  readonly data?: Answer | undefined;
  readonly error?: unknown;
}

/** What became of a press: the answer with the body that it is of, or the error of the last sending. */
export type SentOnce<Answer> =
  | { readonly data: Answer; readonly body: string; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: unknown };

interface Sending<Answer> {
  /** Empty for a visitor. */
  userId: string;
  body: string;
  /** Sends a body under the key. Undefined: a body of before that cannot be made again, as the file that was in it is gone. */
  send: (key: string, body: string) => PromiseLike<Reply<Answer>> | undefined;
}

const waitBetweenMs = 1000;
const mostWaits = 8;
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** No answer came, or none that says what happened: the same attempt may be repeated without harm. */
export function isUnanswered(error: unknown): boolean {
  const { kind, status, code } = apiProblem(error);
  return kind !== 'answer' || (status ?? 0) >= 500 || code === 'key-in-progress';
}

/**
 * Sends a form at most once, whatever the network does (reliability: one key per attempt). The key of an attempt that was never
 * answered is sent again with whatever the form holds next: if that attempt did arrive, the shop answers `key-reused` to every other
 * body, and the body that arrived brings its answer.
 */
export async function sendOnce<Answer>(
  attempts: Attempts,
  { userId, body, send }: Sending<Answer>,
): Promise<SentOnce<Answer>> {
  /** The first sending of this key may be at work still: its answer is worth a moment. */
  const sendAndWait = async (key: string, text: string): Promise<SentOnce<Answer> | undefined> => {
    for (let waits = 0; ; waits += 1) {
      const reply = await send(key, text);
      if (reply === undefined) return undefined;
      if (reply.data !== undefined) return { data: reply.data, body: text };
      if (apiProblem(reply.error).code !== 'key-in-progress' || waits === mostWaits)
        return { error: reply.error };
      await pause(waitBetweenMs);
    }
  };
  const codeOf = ({ error }: SentOnce<Answer>) => apiProblem(error).code;

  const before = attempts.open(userId, Date.now());
  const { key, earlier } = before ? attempts.repeat(before, body) : attempts.start(userId, body, Date.now());
  let sent = (await sendAndWait(key, body)) ?? { error: undefined };
  for (const earlierBody of earlier) {
    if (codeOf(sent) !== 'key-reused') break;
    sent = (await sendAndWait(key, earlierBody)) ?? sent;
  }
  // A refusal of the first sending is an answer. After one that got none, the key stays until a record is there.
  const isClosed =
    sent.data !== undefined ||
    codeOf(sent) === 'key-reused' ||
    (before === undefined && !isUnanswered(sent.error));
  if (isClosed) attempts.close();
  return sent;
}
