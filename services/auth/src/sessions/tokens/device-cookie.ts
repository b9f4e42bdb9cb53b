import { timingSafeEqual } from 'node:crypto';
import { normalEmail } from '@kinmel/service-kit';
import type { AuthContext } from '../../auth-context.ts';
import { type Caller, isBrowser, isSecure } from '../caller.ts';
import { hashOf, newSessionId } from './refresh-token.ts';
import { readCookie, setCookie } from './session-cookies.ts';

const plainName = 'kinmel-device';
/** The prefix `__Host-` needs the path `/`. */
const secureCookie = { name: `__Host-${plainName}`, path: '/' };
/** Set with http; with https only read and cleared, because browsers may have it for a year from an older release. */
const plainCookie = { name: plainName, path: '/api/auth' };
/** Browsers limit cookies to 400 days. */
const maxAgeSeconds = 365 * 24 * 60 * 60;

type Keys = Pick<AuthContext, 'keys'>;

const cookieFor = ({ headers }: Pick<Caller, 'headers'>) => (isSecure(headers) ? secureCookie : plainCookie);

/** Binds the cookie to one account without revealing it. The part after the secret has a fixed length. */
function deviceHash({ keys }: Keys, id: string, email: string): string {
  const accountHash = hashOf(`${id} ${normalEmail(email)}`);
  return hashOf(`device ${keys.rotationSecret.toString('base64url')} ${accountHash}`);
}

/** The id of a browser that signed in to this account before (rule AUTH-L5). */
export function knownDevice(
  context: Keys,
  email: string,
  caller: Pick<Caller, 'headers'>,
): string | undefined {
  const [id = '', sentHash = ''] =
    (readCookie(caller, cookieFor(caller).name) ?? readCookie(caller, plainName))?.split('.') ?? [];
  if (id === '' || sentHash === '') return undefined;
  const sentBytes = Buffer.from(sentHash);
  const expectedBytes = Buffer.from(deviceHash(context, id, email));
  return sentBytes.length === expectedBytes.length && timingSafeEqual(sentBytes, expectedBytes)
    ? id
    : undefined;
}

/** Remembers the browser beyond a logout, for the last account. Clients other than browsers store no cookies. */
export function rememberDevice(context: Keys, email: string, caller: Caller): void {
  if (!isBrowser(caller.headers)) return;
  const id = knownDevice(context, email, caller) ?? newSessionId();
  const { name, path } = cookieFor(caller);
  setCookie(caller, name, `${id}.${deviceHash(context, id, email)}`, { path, maxAgeSeconds });
}

export function forgetDevice(caller: Caller): void {
  for (const { name, path } of new Set([cookieFor(caller), plainCookie]))
    setCookie(caller, name, '', { path, maxAgeSeconds: 0 });
}
