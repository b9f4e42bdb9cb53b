import type { SignedInSession } from './session.slice.ts';
import { readUser } from './session-user.ts';

/** A session and when this browser received its token, in milliseconds of the wall clock. */
export interface KeptSession {
  readonly session: SignedInSession;
  /** Undefined when another program stored the session. */
  readonly receivedAt: number | undefined;
}

const receivedKey = 'kinmel:token-received';
const renewalKey = 'kinmel:renewal';

/** The document's three keys and the time of receipt; cart and wishlist are never touched. */
export function sessionStorageOf(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  let holds = true;
  let renewal: string | undefined;

  const clear = () => {
    renewal = undefined;
    try {
      // The token first: another tab that sees it gone leaves at once.
      for (const key of ['token', 'refreshToken', 'loggedInUser', receivedKey, renewalKey])
        storage().removeItem(key);
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
    /**
     * The name of the renewal that is under way, a new one or that of an answer that got lost: with it the server takes a
     * used refresh token for a repetition, and not for a theft. Any tab may ask again, also one that is opened later.
     */
    renewal: (): string => {
      renewal ??= crypto.getRandomValues(new Uint32Array(4)).join('-');
      try {
        renewal = storage().getItem(renewalKey) ?? renewal;
        storage().setItem(renewalKey, renewal);
      } catch {
        // This tab's memory alone keeps it.
      }
      return renewal;
    },
    write: ({ session, receivedAt }: KeptSession) => {
      try {
        if (storage().getItem('token') !== session.token) {
          renewal = undefined;
          storage().removeItem(renewalKey);
        }
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
