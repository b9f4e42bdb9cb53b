import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Options } from 'http-proxy-middleware';

/** Renames prefixed cookies: browsers accept these prefixes only over https, and the page under development is on http://localhost. */
const localCookie = (cookie: string) =>
  cookie.replace(/^__(Host|Secure)-/, 'dev-$1-').replace(/;\s*(secure|domain=[^;]*)(?=;|$)/gi, '');

const shopCookies = (cookies: string) => cookies.replace(/(^|;\s*)dev-(Host|Secure)-/g, '$1__$2-');

/** Adapts the cookies of another installation, so that its session works on a local page. */
export function takeCookies({ headers }: IncomingMessage): void {
  if (headers['set-cookie']) headers['set-cookie'] = headers['set-cookie'].map(localCookie);
}

/**
 * Options of the proxy to the shop. With `isElsewhere` the shop is another installation, which only accepts requests of its
 * own pages, so the requests get its host and origin.
 */
export function shopProxy<Req extends IncomingMessage, Res extends ServerResponse>(
  upstream: string,
  isElsewhere: boolean,
): Options<Req, Res> {
  if (!isElsewhere) return { target: upstream };
  return {
    target: upstream,
    changeOrigin: true,
    on: {
      proxyReq: (request, { headers }) => {
        if (headers.origin !== undefined) request.setHeader('origin', upstream);
        if (headers.cookie !== undefined) request.setHeader('cookie', shopCookies(headers.cookie));
        request.removeHeader('referer');
      },
      proxyRes: takeCookies,
    },
  };
}
