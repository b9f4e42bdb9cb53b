import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '@kinmel/contracts';
import { type Call, ProblemError } from '@kinmel/service-kit';

export type Caller<Called extends Role = Role> = Pick<
  Call<unknown, unknown, unknown, Called>,
  'headers' | 'address' | 'respond' | 'identity' | 'traceparent' | 'log'
>;

function firstValue(value: string | string[] | undefined): string | undefined {
  const text = typeof value === 'string' ? value.split(',', 1)[0]?.trim() : undefined;
  return text === '' ? undefined : text;
}

/** Whether the browser used https, by the gateway's header. */
export function isSecure(headers: IncomingHttpHeaders): boolean {
  return firstValue(headers['x-forwarded-proto']) === 'https';
}

/** Browsers set these headers, and pages cannot remove them. */
export function isBrowser(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/** The gateway's verdict on the calling page: same host, another host of the shop, or another site. */
const verdictOf = (headers: IncomingHttpHeaders) => firstValue(headers['x-kinmel-origin']);

/**
 * Refuses cross-site calls with 403, because they would send or set the shop's cookies (rule AUTH-S5). Programs send
 * neither header and have no cookies.
 */
export function requireOwnPage({ headers }: Pick<Caller, 'headers'>): void {
  const site = firstValue(headers['sec-fetch-site']);
  if (site === undefined ? isOwnOrigin(headers) : site === 'same-origin' || site === 'none') return;
  // Pages and calls have different hosts of one site (decision 17).
  if (site === 'same-site' && verdictOf(headers) === 'allowed') return;
  throw new ProblemError('not-allowed', 'This has to be done on the shop’s own pages.');
}

function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  // The service's own Host header differs behind the gateway, so the gateway compares the origin.
  const verdict = verdictOf(headers);
  if (verdict !== undefined) return verdict === 'same' || verdict === 'allowed';
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
