import type { SchemaOf } from '@kinmel/contracts/browser';
import {
  type BaseQueryApi,
  type BaseQueryFn,
  createApi,
  type EndpointDefinitions,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import { selectUser } from '../session/session.slice.ts';
import { takeFirstData } from './first-data.ts';
import { RecentFailures } from './recent-failures.ts';
import { learnServerTime } from './server-time.ts';

/**
 * Base URL of every request: set by the gateway in the HTML, by default the page's origin. Read at call time, as there
 * is no page during server rendering.
 */
export const baseAddress = (): string =>
  globalThis.document?.documentElement.dataset.api ?? globalThis.location?.origin ?? '';

/** Time limit of every JSON request, in milliseconds. File uploads have none. */
export const requestTimeoutMs = 30_000;

/** The largest delay of a browser timer, about 24 days: "no limit". */
const noTimeoutMs = 2_147_483_647;

/** What a session adds to every request. `startSession` registers it. */
export interface SessionHooks {
  /** Adds the access token; called before each request. */
  readonly authorize: (headers: Headers) => void;
  /**
   * Called on a 401 with the `authorization` of the refused request; true when the session was renewed and the request
   * should be repeated once.
   */
  readonly renew: (authorization: string | null) => Promise<boolean>;
  /** Called when the repeated request is refused too, with its `authorization`: the session is over. */
  readonly refused: (authorization: string | null) => Promise<void>;
}

let sessionHooks: SessionHooks | undefined;

export function registerSession(hooks: SessionHooks | undefined): void {
  sessionHooks = hooks;
}

/**
 * Path and query of a request, exactly as the gateway names its first-view data. Parameters without a value are
 * omitted.
 */
export function requestAddress({ url, params }: Pick<FetchArgs, 'url' | 'params'>): string {
  if (!params) return url;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value));
  }
  const text = query.toString();
  return text === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${text}`;
}

/** A request to the shop's API. */
export interface ShopRequest extends FetchArgs {
  /** Replaces the native `fetch`, for uploads that report their progress (`@kinmel/web-kit/forms`). */
  fetchFn?: typeof fetch;
}

type Send<Args> = BaseQueryFn<Args, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>;

/** `success: false` is a refusal with any status. */
const isAccepted = ({ ok }: Response, body: unknown) =>
  ok && (body as { success?: unknown } | null | undefined)?.success !== false;

const send: Send<ShopRequest> = async ({ fetchFn, ...args }, context, extra) => {
  const result = await fetchBaseQuery({
    baseUrl: baseAddress(),
    // Sends the session cookies, also to another host of this site (decision 17).
    credentials: 'include',
    timeout: requestTimeoutMs,
    fetchFn,
    validateStatus: isAccepted,
    prepareHeaders: (headers) => sessionHooks?.authorize(headers),
  })(args, context, extra);
  learnServerTime(result.meta?.response);
  return result;
};

let askForProof: (() => Promise<boolean>) | undefined;

/**
 * Registers the dialog that asks for the password when a request needs a recent one (`proof-needed`). `ask` resolves with
 * true when it was right; the request is then repeated. Returns the function that removes the registration.
 */
export function registerProof(ask: () => Promise<boolean>): () => void {
  askForProof = ask;
  return () => {
    if (askForProof === ask) askForProof = undefined;
  };
}

/** Requests that start, renew or end a session: their 401 is an answer, not an expired session. */
const isAboutSession = (url: string) =>
  /^\/api\/(auth\/(login|signup|refresh|logout)|refresh-token)\b/.test(url);

// Every store has the slice of the session (state/store.ts).
const userIdIn = ({ getState }: BaseQueryApi) =>
  selectUser(getState() as Parameters<typeof selectUser>[0])?.id;

const authorizationOf = ({ meta }: { readonly meta?: FetchBaseQueryMeta }) =>
  meta?.request.headers.get('authorization') ?? null;

/** Sends a request as the signed-in user, and repeats it once after a renewal of the session. */
const sendAsUser: typeof send = async (args, context, extra) => {
  const userId = userIdIn(context);
  const result = await send(args, context, extra);
  // The cache has no key per user: an answer for a user who has signed out must not be shown to the next one.
  if (args.method === 'GET' && userId !== undefined && userIdIn(context) !== userId)
    return send(args, context, extra);
  if (result.error?.status !== 401 || !sessionHooks || isAboutSession(args.url)) return result;
  // A request of one user is never repeated as another.
  if (userIdIn(context) !== userId) return result;
  if (!(await sessionHooks.renew(authorizationOf(result)))) return result;
  const repeated = await send(args, context, extra);
  // An answer without JSON comes from a proxy or a captive portal, not from the shop.
  if (repeated.error?.status === 401 && repeated.error.data)
    await sessionHooks?.refused(authorizationOf(repeated));
  return repeated;
};

/** Sends a request as the signed-in user, and repeats it once the password that it needs is confirmed. */
const sendWithProof: typeof send = async (args, context, extra) => {
  const result = await sendAsUser(args, context, extra);
  const needsProof = (result.error?.data as { code?: unknown } | undefined)?.code === 'proof-needed';
  return needsProof && askForProof && (await askForProof()) ? sendAsUser(args, context, extra) : result;
};

const failures = new RecentFailures<Awaited<ReturnType<typeof send>>>();

/** The base query of `api`: first-view data, timeout, session. */
const baseQuery: Send<string | ShopRequest> = async (request, context, extra) => {
  const { params, ...rest }: ShopRequest = typeof request === 'string' ? { url: request } : request;
  const url = requestAddress({ url: rest.url, params });
  const method = rest.method ?? 'GET';
  // FormData does not exist during server rendering (`render/src/worker/sandbox.ts`).
  const isUpload = typeof FormData !== 'undefined' && rest.body instanceof FormData;
  const args: ShopRequest = { ...(isUpload && { timeout: noTimeoutMs }), ...rest, url, method };
  if (method !== 'GET') return sendWithProof(args, context, extra);

  const answer = takeFirstData(url);
  if (answer !== undefined) return { data: answer };
  const { dispatch, forced } = context;
  const userId = userIdIn(context);
  const recentFailure = failures.take(dispatch, url, userId);
  // Retry and Refresh force a request.
  if (recentFailure && !forced) return recentFailure;
  const result = await sendWithProof(args, context, extra);
  // A 401 is not cached, because a visitor may sign in at any time.
  if (result.error && result.error.status !== 401) failures.keep(dispatch, url, userId, result);
  return result;
};

/** The error of an answer that does not match its schema (see `apiProblem`). */
export const shapeError = { status: 'CUSTOM_ERROR', error: 'shape' } as const;

/** A schema for the `responseSchema` of an endpoint, whose type requires equal input and output. */
export const answer = <Value>(schema: SchemaOf<Value>) => schema as SchemaOf<Value, Value>;

/** The one API of shell and remotes. Endpoints list what they change on the server in `invalidatesTags`. */
export const api = createApi({
  baseQuery,
  tagTypes: ['Product', 'Policy', 'Order', 'Offer', 'Profile', 'Service'],
  keepUnusedDataFor: 300,
  catchSchemaFailure: () => shapeError,
  endpoints: () => ({}),
});

type EndpointBuilder = Parameters<Parameters<typeof api.injectEndpoints>[0]['endpoints']>[0];

/**
 * Adds a remote's endpoints to the shop's API. Throws when an endpoint of the same name exists, except in development,
 * where a changed file adds its endpoints again.
 */
export const injectEndpoints = <Definitions extends EndpointDefinitions>(
  endpoints: (build: EndpointBuilder) => Definitions,
) => api.injectEndpoints({ endpoints, overrideExisting: process.env.NODE_ENV === 'development' || 'throw' });
