import { timingSafeEqual } from 'node:crypto';
import { normalEmail } from '@kinmel/service-kit';
import type { AuthContext } from '../../auth-context.ts';
import { type Caller, isBrowser, isSecure } from '../caller.ts';
import { hashOf, newSessionId } from './refresh-token.ts';
import { readCookie, setCookie } from './session-cookies.ts';

const plainName = 'kinmel-device';
/** The prefix `__Host-` needs the path `/`. */
const secureCookie = { name: `__Host-${plainName}`, path: '/' };
/** With http; with https only read and cleared, because browsers have it from releases before the prefix for a year. */
const plainCookie = { name: plainName, path: '/api/auth' };
/** Browsers limit cookies to 400 days. */
const maxAgeSeconds = 365 * 24 * 60 * 60;

type Keys = Pick<AuthContext, 'keys'>;

const cookieFor = ({ headers }: Pick<Caller, 'headers'>) => (isSecure(headers) ? secureCookie : plainCookie);

/** Binds the cookie to one account without revealing it. The part after the secret has a fixed length. */
function markOf({ keys }: Keys, id: string, email: string): string {
  const what = hashOf(`${id} ${normalEmail(email)}`);
  return hashOf(`device ${keys.rotationSecret.toString('base64url')} ${what}`);
}

/** The id of a browser that signed in to this account before (rule AUTH-L5). */
export function knownDevice(
  context: Keys,
  email: string,
  caller: Pick<Caller, 'headers'>,
): string | undefined {
  const [id = '', mark = ''] =
    (readCookie(caller, cookieFor(caller).name) ?? readCookie(caller, plainName))?.split('.') ?? [];
  if (id === '' || mark === '') return undefined;
  const cookieMark = Buffer.from(mark);
  const right = Buffer.from(markOf(context, id, email));
  return cookieMark.length === right.length && timingSafeEqual(cookieMark, right) ? id : undefined;
}

/** Remembers the browser beyond a logout, for the last account. Programs keep no cookies. */
export function rememberDevice(context: Keys, email: string, caller: Caller): void {
  if (!isBrowser(caller.headers)) return;
  const id = knownDevice(context, email, caller) ?? newSessionId();
  const { name, path } = cookieFor(caller);
  setCookie(caller, name, `${id}.${markOf(context, id, email)}`, { path, maxAgeSeconds });
}

export function forgetDevice(caller: Caller): void {
  for (const { name, path } of new Set([cookieFor(caller), plainCookie]))
    setCookie(caller, name, '', { path, maxAgeSeconds: 0 });
}
