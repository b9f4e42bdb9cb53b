import { registerSession } from '../api.ts';
import { getStore } from '../store.ts';
import type { SignedInSession } from './session.slice.ts';
import { createSession, type Session } from './session.ts';
import type { SessionUser } from './session-user.ts';

let running: Session | undefined;

function current(): Session {
  if (!running) throw new Error('No session was started');
  return running;
}

/**
 * Brings the stored session back to life, before the first render so that gates and requests know it; a later drawing by
 * a server is given the empty state by the store's provider. Returns the function that ends all listening.
 */
export function startSession(): () => void {
  const session = createSession(getStore(), {
    storage: () => localStorage,
    locks: navigator.locks,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('kinmel:session'),
  });
  running = session;
  registerSession(session.hooks);
  session.restore();
  const { wake } = session;
  const onStorage = (event: StorageEvent) => session.onStorage(event);
  window.addEventListener('storage', onStorage);
  const wakers = [
    [window, 'online'],
    [window, 'pageshow'],
    [document, 'visibilitychange'],
  ] as const;
  for (const [target, type] of wakers) target.addEventListener(type, wake);
  return () => {
    window.removeEventListener('storage', onStorage);
    for (const [target, type] of wakers) target.removeEventListener(type, wake);
    session.stop();
    registerSession(undefined);
    running = undefined;
  };
}

/** Hears that the servers ended the session in the middle of a request, so that the shell can go to /login (CONF-19). */
export function onSessionLost(listener: () => void): () => void {
  running?.onLost(listener);
  return () => running?.onLost(() => {});
}

/** Starts a session from the answer to a login or a signup: state, storage and all other tabs (AUTH-01 to AUTH-04). */
export function enterSession(session: SignedInSession): void {
  current().enter(session);
}

/** Logs out: here and in all other tabs at once (AUTH-07, AUTH-08), and on the server as soon as it can be reached. */
export function leaveSession(): void {
  current().leave();
}

/** Takes over a changed account, such as an edited profile or a new picture, in all tabs; the tokens stay. */
export function changeSessionUser(user: SessionUser): void {
  current().change(user);
}

/** Renews the session now (AUTH-13 to AUTH-19). False: it could not be renewed, and may be over. */
export async function refreshSession(): Promise<boolean> {
  return (await current().renew('action')) === 'renewed';
}
