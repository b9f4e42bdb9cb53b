import { UpstreamError } from './upstream-error.ts';

/** A whole answer of a service, its body decoded and in memory. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface FetchOptions extends Pick<RequestInit, 'method' | 'body'> {
  readonly deadlineMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request; the deadline covers the whole answer. Rejects only with an UpstreamError. */
export async function fetchAnswer(
  url: URL,
  { deadlineMs, headers = {}, ...options }: FetchOptions,
): Promise<UpstreamAnswer> {
  try {
    const answer = await fetch(url, {
      ...options,
      headers: { ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      body: Buffer.from(await answer.arrayBuffer()),
    };
  } catch (cause) {
    const isLate = (cause as Error).name === 'TimeoutError';
    throw new UpstreamError(isLate ? 'timeout' : 'down', { cause });
  }
}
