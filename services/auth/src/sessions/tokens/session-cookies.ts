import { type Caller, isSecure } from '../caller.ts';

const filesName = 'kinmel-admin-files';
const secureName = '__Host-kinmel-session';
const plainName = 'kinmel-session';

/** `__Host-` binds a cookie to the host and requires https. */
const sessionCookie = (caller: Pick<Caller, 'headers'>) =>
  isSecure(caller.headers) ? secureName : plainName;

/** Set by the gateway when pages and calls have different hosts (decision 17). */
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
  /** 0 clears the cookie. */
  readonly maxAgeSeconds: number;
  /** By default the called host only. */
  readonly domain?: string | undefined;
}

/** HttpOnly, SameSite=Strict and, with https, Secure. */
export function setCookie(
  caller: Caller,
  name: string,
  value: string,
  { path, maxAgeSeconds, domain }: CookieOptions,
): void {
  const domainAttribute = domain ? `; Domain=${domain}` : '';
  const secureAttribute = isSecure(caller.headers) ? '; Secure' : '';
  caller.respond.header(
    'Set-Cookie',
    `${name}=${value}; Path=${path}${domainAttribute}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secureAttribute}`,
  );
}

/** The value of a cookie, if it is well-formed. */
export function readCookie(caller: Pick<Caller, 'headers'>, name: string): string | undefined {
  for (const part of (caller.headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name && value !== undefined && /^[\w.-]{20,100}$/.test(value.trim()))
      return value.trim();
  }
  return undefined;
}

export function readCookieHalf(caller: Pick<Caller, 'headers'>): string | undefined {
  return readCookie(caller, sessionCookie(caller));
}

export function setCookieHalf(caller: Caller, half: string, maxAgeSeconds: number): void {
  setCookie(caller, sessionCookie(caller), half, { path: '/', maxAgeSeconds });
}

/** Gives an admin access to the admin remote's files and name, which every page may need. */
export function setFilesCookie(caller: Caller, token: string, maxAgeSeconds: number): void {
  setCookie(caller, filesCookie(caller), token, {
    path: '/',
    maxAgeSeconds,
    domain: cookieDomain(caller),
  });
}

/** Whether the browser sent a cookie of the admin files, valid or not. */
export const hasFilesCookie = (caller: Pick<Caller, 'headers'>): boolean =>
  (caller.headers.cookie ?? '').split(';').some((part) => part.trim().startsWith(`${filesCookie(caller)}=`));

export function clearFilesCookie(caller: Caller): void {
  setFilesCookie(caller, '', 0);
}

export function clearSessionCookies(caller: Caller): void {
  setCookieHalf(caller, '', 0);
  clearFilesCookie(caller);
}
