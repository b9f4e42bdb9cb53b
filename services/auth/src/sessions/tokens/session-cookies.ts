import { type Caller, isSecure } from '../caller.ts';

const filesName = 'kinmel-admin-files';
const secureName = '__Host-kinmel-session';
const plainName = 'kinmel-session';

/** `__Host-` binds a cookie to this host and to https; a browser takes it over https only. */
const sessionCookie = (caller: Pick<Caller, 'headers'>) =>
  isSecure(caller.headers) ? secureName : plainName;

/** Set by the gateway where pages have another host than calls; their host has to see who is an admin, too (decision 43). */
function cookieDomain({ headers }: Pick<Caller, 'headers'>): string | undefined {
  const domain = headers['x-kinmel-cookie-domain'];
  return typeof domain === 'string' ? domain : undefined;
}

function filesCookie(caller: Pick<Caller, 'headers'>): string {
  if (!isSecure(caller.headers)) return filesName;
  return `${cookieDomain(caller) ? '__Secure-' : '__Host-'}${filesName}`;
}

interface CookieOptions {
  readonly path: string;
  /** 0 takes the cookie back. */
  readonly maxAgeSeconds: number;
  /** Undefined: for the host that was called alone. */
  readonly domain?: string | undefined;
}

/** Sets a cookie that no script reads and no other site sends along; over https it never leaves it. */
export function setCookie(
  caller: Caller,
  name: string,
  value: string,
  { path, maxAgeSeconds, domain }: CookieOptions,
): void {
  const reach = domain ? `; Domain=${domain}` : '';
  const secure = isSecure(caller.headers) ? '; Secure' : '';
  caller.respond.header(
    'Set-Cookie',
    `${name}=${value}; Path=${path}${reach}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** A cookie that this service set, if its text can be one of ours. */
export function readCookie(caller: Pick<Caller, 'headers'>, name: string): string | undefined {
  for (const part of (caller.headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name && value !== undefined && /^[\w.-]{20,100}$/.test(value.trim()))
      return value.trim();
  }
  return undefined;
}

/** The cookie half of the session that the browser sent, if any. */
export function readCookieHalf(caller: Pick<Caller, 'headers'>): string | undefined {
  return readCookie(caller, sessionCookie(caller));
}

export function setCookieHalf(caller: Caller, half: string, maxAgeSeconds: number): void {
  setCookie(caller, sessionCookie(caller), half, { path: '/', maxAgeSeconds });
}

/**
 * The cookie by which the gateway shows an admin the admin remote: its files, and its name in the HTML of a page. Pages are
 * everywhere, so it goes to the whole site.
 */
export function setFilesCookie(caller: Caller, token: string, maxAgeSeconds: number): void {
  setCookie(caller, filesCookie(caller), token, {
    path: '/',
    maxAgeSeconds,
    domain: cookieDomain(caller),
  });
}

/** Whether the browser sent a cookie of the admin files, good or not. */
export const hasFilesCookie = (caller: Pick<Caller, 'headers'>): boolean =>
  (caller.headers.cookie ?? '').split(';').some((part) => part.trim().startsWith(`${filesCookie(caller)}=`));

export function clearFilesCookie(caller: Caller): void {
  setFilesCookie(caller, '', 0);
}

export function clearSessionCookies(caller: Caller): void {
  setCookieHalf(caller, '', 0);
  clearFilesCookie(caller);
}
