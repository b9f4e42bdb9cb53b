import { baseAddress, requestTimeoutMs } from '../requests/api.ts';
import { learnServerTime } from '../requests/server-time.ts';

export interface Posted {
  readonly status: number;
  /** Undefined when another server answered, such as a captive portal. */
  readonly body: Record<string, unknown> | undefined;
}

export interface PostOptions {
  readonly renewal?: string;
  readonly controller?: AbortController;
  /** The request continues when the page is left, and in some browsers even after an abort. */
  readonly keepalive?: boolean;
}

/** Sends a request to auth directly, so that its 401 does not trigger a renewal. Undefined without an answer. */
export async function post(
  path: string,
  body: object,
  { renewal, controller = new AbortController(), keepalive = false }: PostOptions = {},
): Promise<Posted | undefined> {
  const timer = setTimeout(() => controller.abort(), requestTimeoutMs);
  try {
    const answer = await fetch(baseAddress() + path, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', ...(renewal && { 'idempotency-key': renewal }) },
      body: JSON.stringify(body),
      signal: controller.signal,
      keepalive,
    });
    learnServerTime(answer);
    const json: unknown = await answer.json().catch(() => undefined);
    const isObject = typeof json === 'object' && json !== null;
    return { status: answer.status, body: isObject ? (json as Record<string, unknown>) : undefined };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
