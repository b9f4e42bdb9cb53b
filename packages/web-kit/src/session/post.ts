import { baseAddress, requestTimeoutMs } from '../requests/api.ts';

export interface Posted {
  readonly status: number;
  /** Undefined when something else than the shop answered, such as the sign-in page of a network. */
  readonly body: Record<string, unknown> | undefined;
}

export interface PostOptions {
  readonly renewal?: string;
  readonly cut?: AbortController;
  /** Goes on when its page is left, and in some browsers after a cut, too. */
  readonly keepalive?: boolean;
}

/** Asks auth by a call of its own, which no other call's 401 waits for. Undefined: no answer. */
export async function post(
  path: string,
  body: object,
  { renewal, cut = new AbortController(), keepalive = false }: PostOptions = {},
): Promise<Posted | undefined> {
  const timer = setTimeout(() => cut.abort(), requestTimeoutMs);
  try {
    const answer = await fetch(baseAddress() + path, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', ...(renewal && { 'idempotency-key': renewal }) },
      body: JSON.stringify(body),
      signal: cut.signal,
      keepalive,
    });
    const read: unknown = await answer.json().catch(() => undefined);
    const isObject = typeof read === 'object' && read !== null;
    return { status: answer.status, body: isObject ? (read as Record<string, unknown>) : undefined };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
