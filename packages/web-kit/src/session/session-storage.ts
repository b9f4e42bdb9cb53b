import { readUser } from './read-user.ts';
import type { SignedInSession } from './session.slice.ts';

/** A session and when this browser received its token, in milliseconds of the wall clock. */
export interface KeptSession {
  readonly session: SignedInSession;
  /** Undefined when another program stored the session. */
  readonly receivedAt: number | undefined;
}

const receivedKey = 'kinmel:token-received';

/** The document's three keys (AUTH-01) and the time of receipt; cart and wishlist are never touched (SIL-12). */
export function sessionStorageOf(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  let holds = true;

  const clear = () => {
    try {
      // The token first: another tab that sees it gone leaves at once.
      for (const key of ['token', 'refreshToken', 'loggedInUser', receivedKey]) storage().removeItem(key);
    } catch {
      holds = false;
    }
  };

  return {
    /** False when the browser refuses storage: the session then lives in this tab's memory alone. */
    holds: () => holds,
    clear,
    /** Undefined when nobody is signed in, or when what is stored is not whole. */
    read: (): KeptSession | undefined => {
      try {
        const token = storage().getItem('token');
        const user = readUser(JSON.parse(storage().getItem('loggedInUser') ?? 'null'));
        if (!token || !user) return undefined;
        return {
          session: { token, user, refreshToken: storage().getItem('refreshToken') || null },
          receivedAt: Number(storage().getItem(receivedKey)) || undefined,
        };
      } catch {
        return undefined;
      }
    },
    write: ({ session, receivedAt }: KeptSession) => {
      try {
        storage().setItem('loggedInUser', JSON.stringify(session.user));
        storage().setItem(receivedKey, String(receivedAt));
        storage().setItem('refreshToken', session.refreshToken ?? '');
        // Last: its change is what other tabs listen to.
        storage().setItem('token', session.token);
        holds = true;
      } catch {
        // Half a session would be read as a whole one by the next page.
        clear();
        holds = false;
      }
    },
  };
}
