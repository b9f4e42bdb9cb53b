import { registerSession } from '../requests/api.ts';
import { getStore } from '../state/store.ts';
import type { Session } from './session.ts';
import type { SessionUser } from './session-user.ts';

let loadingSession: Promise<Session> | undefined;
let runningSession: Session | undefined;
let onLost = () => {};

async function open(): Promise<Session> {
  const { openSession } = await import(/* webpackChunkName: "session" */ './open-session.ts');
  runningSession = openSession(getStore(), () => onLost());
  return runningSession;
}

/** Visitors do not need the session code: it is loaded when storage holds a session, or when one starts. */
function load(): Promise<Session> {
  loadingSession ??= open().catch((error: unknown) => {
    loadingSession = undefined;
    throw error;
  });
  return loadingSession;
}

/** Synchronous while a session is running: a logout must not wait. */
async function withSession(run: (session: Session) => void): Promise<void> {
  run(runningSession ?? (await load()));
}

function hasStoredSession(): boolean {
  try {
    return localStorage.getItem('token') !== null || localStorage.getItem('loggedInUser') !== null;
  } catch {
    return false;
  }
}

// A login in another tab; from then on the session itself listens.
function onStorage({ key, newValue }: StorageEvent): void {
  if (key === 'token' && newValue !== null && !runningSession) load().catch(() => {});
}

/**
 * Restores the stored session. Awaited before the first render, so that protected pages and links see it; during
 * hydration the store's provider still gives the empty state. Never rejects: when the session code cannot be loaded the
 * shopper is a visitor, and storage keeps the session for the next page. Returns the function that stops all listening.
 */
export async function startSession(): Promise<() => void> {
  registerSession({
    authorize: (headers) => runningSession?.hooks.authorize(headers),
    renew: async (authorization) => (await load()).hooks.renew(authorization),
    refused: async (authorization) => runningSession?.hooks.refused(authorization),
  });
  window.addEventListener('storage', onStorage);
  // Tries twice, because a lost connection must not look like a logout.
  if (hasStoredSession()) await load().catch(() => load().catch(() => {}));
  return () => {
    window.removeEventListener('storage', onStorage);
    runningSession?.stop();
    registerSession(undefined);
    runningSession = undefined;
    loadingSession = undefined;
  };
}

/** Subscribes to the end of the session by the server, so that the shell can open /login. */
export function onSessionLost(listener: () => void): () => void {
  onLost = listener;
  return () => {
    onLost = () => {};
  };
}

/**
 * Starts a session from the answer to a login or a signup: state, storage and all other tabs. False: the answer lacks
 * token, refresh token or user. Rejects when the session code cannot be loaded.
 */
export async function enterSession(answer: unknown): Promise<boolean> {
  return (await load()).enterAnswer(answer);
}

/**
 * Logs out: here and in all other tabs at once, and on the server as soon as it can be reached while the page is open.
 */
export function leaveSession(): Promise<void> {
  return withSession((running) => running.leave());
}

/**
 * Runs the request of a login or a signup, with `enterSession`, while no tab renews or logs out: a late answer of those
 * would replace or clear the cookie half of the new session. Rejects when the session code cannot be loaded.
 */
export async function signInExclusively<T>(run: () => Promise<T>): Promise<T> {
  return (await load()).signInExclusively(run);
}

/** Applies a changed account, such as an edited profile or a new picture, in all tabs; the tokens stay the same. */
export function changeSessionUser(user: SessionUser): Promise<void> {
  return withSession((running) => running.change(user));
}

/** Renews the session now. False: the server refused it. Rejects while the server cannot be reached. */
export async function refreshSession(): Promise<boolean> {
  const renewal = await (await load()).renew('action');
  if (renewal === 'unreachable') throw new Error('The session cannot be renewed now.');
  return renewal === 'renewed';
}
