import type {
  BaseQueryApi,
  BaseQueryFn,
  FetchArgs,
  FetchBaseQueryError,
  FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { selectUser } from '../session/session.slice.ts';
import { baseAddress } from './base-address.ts';
import { takeFirstData } from './first-data.ts';
import { RecentFailures } from './recent-failures.ts';

/** The time limit of every JSON call, in milliseconds (decision CONF-22). File uploads have none. */
export const requestTimeoutMs = 30_000;

/** The largest delay that a browser's timer keeps, about 24 days: "no limit". */
const noTimeoutMs = 2_147_483_647;

/** What a session adds to every request. `startSession` registers it. */
export interface SessionHooks {
  /** Adds the access token; called before each request. */
  readonly authorize: (headers: Headers) => void;
  /**
   * Called on an answer 401 with the `authorization` that the refused request carried; true means that the session was
   * renewed and the request is worth repeating once (AUTH-23, AUTH-24).
   */
  readonly renew: (sent: string | null) => Promise<boolean>;
  /** Called when the shop refuses the repetition too, with the `authorization` that it carried: the session is over (AUTH-28). */
  readonly refused: (sent: string | null) => Promise<void>;
}

let session: SessionHooks | undefined;

export function registerSession(hooks: SessionHooks | undefined): void {
  session = hooks;
}

/** The path and query of a request, exactly as the gateway names its first-view data. Undefined parameters are left out. */
export function requestAddress({ url, params }: Pick<FetchArgs, 'url' | 'params'>): string {
  if (!params) return url;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value));
  }
  const text = query.toString();
  return text === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${text}`;
}

/** A request of the shop's api. */
export interface ShopRequest extends FetchArgs {
  /** Sends in the place of the platform's `fetch`: of an upload that tells its progress (`@kinmel/web-kit/forms`). */
  fetchFn?: typeof fetch;
}

const send: BaseQueryFn<ShopRequest, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta> = async (
  { fetchFn, ...args },
  context,
  extra,
) =>
  fetchBaseQuery({
    baseUrl: baseAddress(),
    // The session's cookies, also on another host of this site (decision 43).
    credentials: 'include',
    timeout: requestTimeoutMs,
    ...(fetchFn && { fetchFn }),
    prepareHeaders: (headers) => session?.authorize(headers),
  })(args, context, extra);

/** Calls that start, renew or end a session: their 401 is an answer, not a session that ran out (decision CONF-19). */
const isAboutSession = (url: string) =>
  /^\/api\/(auth\/(login|signup|refresh|logout)|refresh-token)\b/.test(url);

// The state is the shop's: the session is a part of every store (state/store.ts).
const askerIn = ({ getState }: BaseQueryApi) =>
  selectUser(getState() as Parameters<typeof selectUser>[0])?.id;

const authorizationOf = ({ meta }: { readonly meta?: FetchBaseQueryMeta }) =>
  meta?.request.headers.get('authorization') ?? null;

/** A request in the name of whoever is signed in, repeated once after a renewal of the session. */
const sendAsAsker: typeof send = async (args, context, extra) => {
  const asker = () => askerIn(context);
  const askedBy = asker();
  const result = await send(args, context, extra);
  // The cache knows no people: an answer to somebody who left meanwhile must not wait there for whoever comes next.
  if (args.method === 'GET' && askedBy !== undefined && asker() !== askedBy)
    return send(args, context, extra);
  if (result.error?.status !== 401 || !session || isAboutSession(args.url)) return result;
  // Somebody who left is signed in no more, and a request of one person is never repeated as another.
  if (asker() !== askedBy) return result;
  if (!(await session.renew(authorizationOf(result)))) return result;
  const repeated = await send(args, context, extra);
  // What has another form than the shop's answers is of a proxy or of the sign-in page of a network.
  if (repeated.error?.status === 401 && repeated.error.data)
    await session?.refused(authorizationOf(repeated));
  return repeated;
};

const failures = new RecentFailures<Awaited<ReturnType<typeof send>>>();

/** The transport under `api`: first-view data, time limit, session. Exported for tests of exactly that. */
export const baseQuery: BaseQueryFn<string | ShopRequest, unknown, FetchBaseQueryError> = async (
  request,
  context,
  extra,
) => {
  const { params, ...rest } = typeof request === 'string' ? { url: request, params: undefined } : request;
  const url = requestAddress({ url: rest.url, params });
  const method = 'method' in rest ? (rest.method ?? 'GET') : 'GET';
  const isUpload = 'body' in rest && typeof FormData !== 'undefined' && rest.body instanceof FormData;
  const args: ShopRequest = { ...(isUpload && { timeout: noTimeoutMs }), ...rest, url, method };
  if (method !== 'GET') return sendAsAsker(args, context, extra);

  const answer = takeFirstData(url);
  if (answer !== undefined) return { data: answer };
  const { dispatch, forced } = context;
  const askedBy = askerIn(context);
  const before = failures.take(dispatch, url, askedBy);
  // Retry and Refresh are forced.
  if (before && !forced) return before;
  const result = await sendAsAsker(args, context, extra);
  // Who is not signed in may be in the next moment.
  if (result.error && result.error.status !== 401) failures.keep(dispatch, url, askedBy, result);
  return result;
};

/**
 * The one request cache of shell and remotes. A remote adds its endpoints with `injectEndpoints` (`state/inject.ts`);
 * what it changes on the server it names by `invalidatesTags`.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Product', 'Policy', 'Order', 'Offer', 'Profile', 'Service'],
  keepUnusedDataFor: 300,
  endpoints: () => ({}),
});
