import { timingSafeEqual } from 'node:crypto';
import { normalEmail } from '@kinmel/service-kit';
import { type Caller, isBrowser } from '../caller.ts';
import type { SessionsContext } from '../sessions-context.ts';
import { hashOf, newSessionId } from './refresh-token.ts';
import { readCookie, setCookie } from './session-cookies.ts';

const name = 'kinmel-device';
/** Browsers keep no cookie longer than 400 days. */
const maxAgeSeconds = 365 * 24 * 60 * 60;

type Keys = Pick<SessionsContext, 'keys'>;

/** The mark is good for one account, and says nothing about it. What follows the secret always has the same length. */
function markOf({ keys }: Keys, id: string, email: string): string {
  const what = hashOf(`${id} ${normalEmail(email)}`);
  return hashOf(`device ${keys.rotationSecret.toString('base64url')} ${what}`);
}

/** The id of a browser that signed in to this account before; undefined for every other caller (rule L5). */
export function knownDevice(
  context: Keys,
  email: string,
  caller: Pick<Caller, 'headers'>,
): string | undefined {
  const [id = '', mark = ''] = readCookie(caller, name)?.split('.') ?? [];
  if (id === '' || mark === '') return undefined;
  const given = Buffer.from(mark);
  const right = Buffer.from(markOf(context, id, email));
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
}

/**
 * Lets a browser be known again, also after a logout; the cookie knows the account that signed in last. A program that is no
 * browser keeps no cookies.
 */
export function rememberDevice(context: Keys, email: string, caller: Caller): void {
  if (!isBrowser(caller.headers)) return;
  const id = knownDevice(context, email, caller) ?? newSessionId();
  setCookie(caller, name, `${id}.${markOf(context, id, email)}`, { path: '/api/auth', maxAgeSeconds });
}

export function forgetDevice(caller: Caller): void {
  setCookie(caller, name, '', { path: '/api/auth', maxAgeSeconds: 0 });
}
