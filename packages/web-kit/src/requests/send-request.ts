import { baseAddress } from './base-address.ts';

/** Why a request has no answer: the status and body of a refusal, or what kept an answer from coming or from being read. */
export type RequestError =
  | { readonly status: number; readonly data: unknown }
  | {
      readonly status: 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'CUSTOM_ERROR';
      readonly data?: undefined;
      readonly error: string;
    }
  | {
      readonly status: 'PARSING_ERROR';
      readonly originalStatus: number;
      readonly data: string;
      readonly error: string;
    };

/** What a request came to. */
export type Reply<Data = unknown> =
  | { readonly data: Data; readonly error?: undefined; readonly meta?: ReplyMeta }
  | { readonly error: RequestError; readonly data?: undefined; readonly meta?: ReplyMeta };

/** What was sent and what came back, for who reads their headers; both bodies are used up. */
export interface ReplyMeta {
  readonly request: Request;
  readonly response?: Response;
}

/** A request of the shop's api. */
export interface ShopRequest {
  /** Path and query. */
  readonly url: string;
  readonly method?: string;
  /** A record is sent as JSON, all else as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Added to the query of `url`; a parameter without a value is left out. */
  readonly params?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined;
  /** Milliseconds until it is given up. */
  readonly timeout?: number;
  /** Reads the answer when it is no JSON. */
  readonly responseHandler?: (response: Response) => Promise<unknown>;
  /** Sends in the place of the platform's `fetch`: of an upload that tells its progress (`@kinmel/web-kit/forms`). */
  readonly fetchFn?: typeof fetch;
}

interface SendOptions {
  readonly signal: AbortSignal;
  /** Adds headers of the caller's own. */
  readonly authorize: (headers: Headers) => void;
  readonly timeoutMs: number;
}

/** Where pages are drawn on a server there are no forms (`render/src/worker/sandbox.ts`). */
export const isForm = (body: unknown): body is FormData =>
  typeof FormData !== 'undefined' && body instanceof FormData;

async function readJson(response: Response): Promise<{ text: string; value: unknown; error?: string }> {
  const text = await response.text();
  try {
    return { text, value: text === '' ? null : JSON.parse(text) };
  } catch (error) {
    return { text, value: undefined, error: String(error) };
  }
}

const saysNoSuccess = (value: unknown) =>
  typeof value === 'object' && value !== null && 'success' in value && value.success === false;

/** Sends one request and reads its answer; `success: false` is a refusal under any status. Never rejects. */
export async function sendRequest(
  { url, method, body, headers, timeout, responseHandler, fetchFn = fetch }: ShopRequest,
  { signal, authorize, timeoutMs }: SendOptions,
): Promise<Reply> {
  const cut = new AbortController();
  const onAbort = () => cut.abort(signal.reason);
  signal.addEventListener('abort', onAbort);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    cut.abort(new DOMException('The request took too long.', 'TimeoutError'));
  }, timeout ?? timeoutMs);
  const sentHeaders = new Headers(headers);
  authorize(sentHeaders);
  const isJson = typeof body === 'object' && body !== null && !isForm(body);
  if (isJson && !sentHeaders.has('content-type')) sentHeaders.set('content-type', 'application/json');
  if (!responseHandler) sentHeaders.set('accept', 'application/json');
  const request = new Request(baseAddress() + url, {
    method,
    headers: sentHeaders,
    body: isJson ? JSON.stringify(body) : (body as BodyInit | undefined),
    signal: cut.signal,
    // The session's cookies, also on another host of this site (decision 43).
    credentials: 'include',
  });
  let response: Response | undefined;
  try {
    response = await fetchFn(request);
    const meta = { request, response };
    const { status, ok } = response;
    const { text, value, error } = responseHandler
      ? { text: '', value: await responseHandler(response), error: undefined }
      : await readJson(response);
    if (error !== undefined)
      return {
        error: { status: 'PARSING_ERROR', originalStatus: status, data: text, error },
        meta,
      };
    return ok && !saysNoSuccess(value) ? { data: value, meta } : { error: { status, data: value }, meta };
  } catch (error) {
    const meta = { request, response };
    if (isLate) return { error: { status: 'TIMEOUT_ERROR', error: String(error) }, meta };
    if (!response) return { error: { status: 'FETCH_ERROR', error: String(error) }, meta };
    return {
      error: { status: 'PARSING_ERROR', originalStatus: response.status, data: '', error: String(error) },
      meta,
    };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
