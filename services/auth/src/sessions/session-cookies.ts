import { type Caller, isSecure } from './caller.ts';

const filesCookie = 'kinmel-admin-files';
const secureName = '__Host-kinmel-session';
const plainName = 'kinmel-session';

/** `__Host-` binds a cookie to this host and to https; a browser takes it over https only. */
const sessionCookie = (caller: Pick<Caller, 'headers'>) =>
  isSecure(caller.headers) ? secureName : plainName;

interface CookieOptions {
  readonly path: string;
  readonly maxAgeSeconds: number;
  readonly secure: boolean;
}

function cookie(name: string, value: string, { path, maxAgeSeconds, secure }: CookieOptions): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** The cookie half of the session that the browser sent, if any. */
export function readCookieHalf(caller: Pick<Caller, 'headers'>): string | undefined {
  const name = sessionCookie(caller);
  for (const part of (caller.headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name && value !== undefined && /^[\w-]{20,100}$/.test(value.trim()))
      return value.trim();
  }
  return undefined;
}

export function setCookieHalf(caller: Caller, half: string, maxAgeSeconds: number): void {
  const options = { path: '/', maxAgeSeconds, secure: isSecure(caller.headers) };
  caller.respond.header('Set-Cookie', cookie(sessionCookie(caller), half, options));
}

/**
 * The cookie by which the gateway shows an admin the admin remote: its files, and its name in the HTML of a page. Pages are
 * everywhere, so it goes to the whole site.
 */
export function setFilesCookie(caller: Caller, token: string, maxAgeSeconds: number): void {
  const options = { path: '/', maxAgeSeconds, secure: isSecure(caller.headers) };
  caller.respond.header('Set-Cookie', cookie(filesCookie, token, options));
}

export function clearFilesCookie(caller: Caller): void {
  setFilesCookie(caller, '', 0);
}

export function clearSessionCookies(caller: Caller): void {
  setCookieHalf(caller, '', 0);
  clearFilesCookie(caller);
}
