import type { Middleware } from 'redux';
import { selectUser } from '../session/session.slice.ts';
import type { AppState, RequestContext, Tag, Thunk, Transport } from './cache/definitions.ts';
import { createRequestCache, requestsReducer } from './cache/request-cache.ts';
import { takeFirstData } from './first-data.ts';
import { RecentFailures } from './recent-failures.ts';
import { isForm, type Reply, type ShopRequest, sendRequest } from './send-request.ts';

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
export function requestAddress({ url, params }: Pick<ShopRequest, 'url' | 'params'>): string {
  if (!params) return url;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value));
  }
  const text = query.toString();
  return text === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${text}`;
}

const send: Transport = (request, { signal }) =>
  sendRequest(typeof request === 'string' ? { url: request } : request, {
    signal,
    authorize: (headers) => session?.authorize(headers),
    timeoutMs: requestTimeoutMs,
  });

/** Calls that start, renew or end a session: their 401 is an answer, not a session that ran out (decision CONF-19). */
const isAboutSession = (url: string) =>
  /^\/api\/(auth\/(login|signup|refresh|logout)|refresh-token)\b/.test(url);

const askerIn = ({ getState }: RequestContext) => selectUser(getState())?.id;

const authorizationOf = ({ meta }: Reply) => meta?.request.headers.get('authorization') ?? null;

/** A request in the name of whoever is signed in, repeated once after a renewal of the session. */
async function sendAsAsker(args: ShopRequest, context: RequestContext): Promise<Reply> {
  const asker = () => askerIn(context);
  const askedBy = asker();
  const result = await send(args, context);
  // The cache knows no people: an answer to somebody who left meanwhile must not wait there for whoever comes next.
  if (args.method === 'GET' && askedBy !== undefined && asker() !== askedBy) return send(args, context);
  if (result.error?.status !== 401 || !session || isAboutSession(args.url)) return result;
  // Somebody who left is signed in no more, and a request of one person is never repeated as another.
  if (asker() !== askedBy) return result;
  if (!(await session.renew(authorizationOf(result)))) return result;
  const repeated = await send(args, context);
  // What has another form than the shop's answers is of a proxy or of the sign-in page of a network.
  if (repeated.error?.status === 401 && repeated.error.data)
    await session?.refused(authorizationOf(repeated));
  return repeated;
}

const failures = new RecentFailures<Reply>();

/** The transport under `api`: first-view data, time limit, session. Exported for tests of exactly that. */
export const baseQuery: Transport = async (request, context) => {
  const { params, ...rest }: ShopRequest = typeof request === 'string' ? { url: request } : request;
  const url = requestAddress({ url: rest.url, params });
  const method = rest.method ?? 'GET';
  const args: ShopRequest = { ...(isForm(rest.body) && { timeout: noTimeoutMs }), ...rest, url, method };
  if (method !== 'GET') return sendAsAsker(args, context);

  const answer = takeFirstData(url);
  if (answer !== undefined) return { data: answer };
  const { dispatch, forced } = context;
  const askedBy = askerIn(context);
  const before = failures.take(dispatch, url, askedBy);
  // Retry and Refresh are forced.
  if (before && !forced) return before;
  const result = await sendAsAsker(args, context);
  // Who is not signed in may be in the next moment.
  if (result.error && result.error.status !== 401) failures.keep(dispatch, url, askedBy, result);
  return result;
};

/** Gives a store its request cache, which every thunk is run with. */
const middleware: Middleware<object, AppState> = (store) => {
  const cache = createRequestCache(store, baseQuery);
  const getState = () => store.getState();
  return (next) => (action) =>
    typeof action === 'function' ? action(store.dispatch, getState, cache) : next(action);
};

/**
 * The one request cache of shell and remotes. A remote adds its endpoints with `injectEndpoints` (`state/inject.ts`);
 * what it changes on the server it names by `invalidatesTags`.
 */
export const api = {
  reducer: requestsReducer,
  middleware,
  util: {
    /** Asks anew for what has one of these tags and is shown, and forgets what is not. */
    invalidateTags:
      (tags: readonly Tag[]): Thunk<void> =>
      (_dispatch, _getState, cache) =>
        cache.invalidate(tags),
    /** Forgets everything and ends all timers. */
    resetApiState: (): Thunk<void> => (_dispatch, _getState, cache) => cache.reset(),
  },
};
