import type { IncomingHttpHeaders } from 'node:http';
import { type Call, ProblemError } from '@kinmel/service-kit';

/** The parts of a call that a session has to do with. */
export type Caller = Pick<
  Call<unknown, unknown, unknown>,
  'headers' | 'address' | 'respond' | 'identity' | 'traceparent' | 'log'
>;

function single(value: string | string[] | undefined): string | undefined {
  const text = typeof value === 'string' ? value.split(',', 1)[0]?.trim() : undefined;
  return text === '' ? undefined : text;
}

/** Whether the browser spoke https with the shop, as the gateway says. */
export function isSecure(headers: IncomingHttpHeaders): boolean {
  return single(headers['x-forwarded-proto']) === 'https';
}

/** A browser names where a call comes from, and a page cannot keep it from doing so. */
export function isBrowser(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/** What the gateway says of the page that calls: on the host that it called, on another one of the shop, or somebody else's. */
const verdictOf = (headers: IncomingHttpHeaders) => single(headers['x-kinmel-origin']);

/**
 * Refuses with 403 a call that another site made the browser send: it would carry our cookies, or put new ones (rule S5). A
 * client that is no browser sends neither header and has no cookies of anybody.
 */
export function requireOwnPage({ headers }: Pick<Caller, 'headers'>): void {
  const site = single(headers['sec-fetch-site']);
  if (site === undefined ? isOwnOrigin(headers) : site === 'same-origin' || site === 'none') return;
  // The shop's pages are on another host of this site than its calls (decision 43).
  if (site === 'same-site' && verdictOf(headers) === 'allowed') return;
  throw new ProblemError('not-allowed', 'This has to be done on the shop’s own pages.');
}

function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  // Behind the gateway Host is our own name; the gateway has compared the outside's.
  const verdict = verdictOf(headers);
  if (verdict !== undefined) return verdict === 'same' || verdict === 'allowed';
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
