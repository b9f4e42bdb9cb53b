import { registerSession } from '../requests/api.ts';
import { getStore } from '../state/store.ts';
import type { Session } from './session.ts';
import type { SessionUser } from './session-user.ts';

let loading: Promise<Session> | undefined;
let running: Session | undefined;
let onLost = () => {};

async function open(): Promise<Session> {
  const { openSession } = await import(/* webpackChunkName: "session" */ './open-session.ts');
  running = openSession(getStore(), () => onLost());
  return running;
}

/** A visitor needs none of it: its code comes when a session is kept in storage, or when one begins. */
function load(): Promise<Session> {
  loading ??= open().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** At once where a session runs: a logout must not wait. */
async function withSession(run: (session: Session) => void): Promise<void> {
  run(running ?? (await load()));
}

function isKept(): boolean {
  try {
    return localStorage.getItem('token') !== null || localStorage.getItem('loggedInUser') !== null;
  } catch {
    return false;
  }
}

// A login in another tab; from then on the session itself listens.
function onStorage({ key, newValue }: StorageEvent): void {
  if (key === 'token' && newValue !== null && !running) load().catch(() => {});
}

/**
 * Brings the stored session back to life. Awaited before the first render, so that gates and links know it; a later
 * drawing by a server is given the empty state by the store's provider. Never rejects: without its code the shopper is a
 * visitor, and storage keeps the session for the next page. Gives the function that ends all listening.
 */
export async function startSession(): Promise<() => void> {
  registerSession({
    authorize: (headers) => running?.hooks.authorize(headers),
    renew: async (sent) => (await load()).hooks.renew(sent),
    refused: async (sent) => running?.hooks.refused(sent),
  });
  window.addEventListener('storage', onStorage);
  // Twice: a lost connection must not look like a logout.
  if (isKept()) await load().catch(() => load().catch(() => {}));
  return () => {
    window.removeEventListener('storage', onStorage);
    running?.stop();
    registerSession(undefined);
    running = undefined;
    loading = undefined;
  };
}

/** Hears that the servers ended the session in the middle of a request, so that the shell can go to /login. */
export function onSessionLost(listener: () => void): () => void {
  onLost = listener;
  return () => {
    onLost = () => {};
  };
}

/**
 * Starts a session from the answer to a login or a signup: state, storage and all other tabs.
 * False: the answer lacks token, refresh token or user. Rejects when the session's own code cannot be loaded.
 */
export async function enterSession(answer: unknown): Promise<boolean> {
  return (await load()).enterAnswer(answer);
}

/**
 * Logs out: here and in all other tabs at once, and on the server as soon as it can be reached while the
 * page stands.
 */
export function leaveSession(): Promise<void> {
  return withSession((running) => running.leave());
}

/**
 * Runs the call of a login or a signup, with `enterSession`, while no renewal and no logout of any tab is under way: a late answer
 * of theirs would take or replace the cookie half of the new session. Rejects when the session's own code cannot be loaded.
 */
export async function signInAlone<T>(run: () => Promise<T>): Promise<T> {
  return (await load()).signInAlone(run);
}

/** Before a login, for remotes that do not know `signInAlone` yet. */
export const settleLogout = async () => running?.signInAlone(async () => undefined);

/** Takes over a changed account, such as an edited profile or a new picture, in all tabs; the tokens stay. */
export function changeSessionUser(user: SessionUser): Promise<void> {
  return withSession((running) => running.change(user));
}

/** Renews the session now. False: it could not be renewed, and may be over. */
export async function refreshSession(): Promise<boolean> {
  return (await (await load()).renew('action')) === 'renewed';
}
