/** The error of a request, in a form that pages can show. */
export interface ApiProblem {
  /** The server's message, or "Network error" without an answer. */
  readonly message?: string;
  /** The server's stable error code, for decisions in code. */
  readonly code?: string;
  readonly status?: number;
  readonly kind: 'answer' | 'network' | 'timeout' | 'shape';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads the error of a request. `shape`: an answer that does not match the schema. */
export function apiProblem(error: unknown): ApiProblem {
  if (!isRecord(error)) return { kind: 'shape' };
  if (error.status === 'FETCH_ERROR') return { kind: 'network', message: 'Network error' };
  if (error.status === 'TIMEOUT_ERROR') return { kind: 'timeout', message: 'Network error' };
  if (typeof error.status !== 'number') {
    const status = typeof error.originalStatus === 'number' ? error.originalStatus : undefined;
    return { kind: 'shape', status };
  }
  const { status, data } = error;
  const message = isRecord(data) ? (text(data.message) ?? text(data.error)) : undefined;
  if (message === undefined) return { kind: 'shape', status };
  return { kind: 'answer', status, message, code: isRecord(data) ? text(data.code) : undefined };
}
