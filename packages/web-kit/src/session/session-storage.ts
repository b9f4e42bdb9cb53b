import type { SignedInSession } from './session.slice.ts';
import { readUser } from './session-user.ts';

/** A session and when this browser received its token, in milliseconds of the wall clock. */
export interface StoredSession {
  readonly session: SignedInSession;
  /** Undefined when another program stored the session. */
  readonly receivedAt: number | undefined;
}

const receivedKey = 'kinmel:token-received';
const renewalKey = 'kinmel:renewal';

/** The three specified keys and the time of receipt; cart and wishlist are never touched. */
export function sessionStorageOf(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  let isAvailable = true;
  let renewal: string | undefined;

  const clear = () => {
    renewal = undefined;
    try {
      // The token first: another tab that sees it removed logs out at once.
      for (const key of ['token', 'refreshToken', 'loggedInUser', receivedKey, renewalKey])
        storage().removeItem(key);
    } catch {
      isAvailable = false;
    }
  };

  return {
    /** False when the browser refuses storage: the session is then only in this tab's memory. */
    isAvailable: () => isAvailable,
    clear,
    /** Undefined when signed out, or when the stored session is incomplete. */
    read: (): StoredSession | undefined => {
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
     * The id of the renewal in progress: a new one, or that of a lost answer. With it the server treats a used refresh
     * token as a retry and not as theft. Any tab may retry, including one opened later.
     */
    renewal: (): string => {
      renewal ??= crypto.getRandomValues(new Uint32Array(4)).join('-');
      try {
        renewal = storage().getItem(renewalKey) ?? renewal;
        storage().setItem(renewalKey, renewal);
      } catch {
        // The id is then in this tab's memory only.
      }
      return renewal;
    },
    write: ({ session, receivedAt }: StoredSession) => {
      try {
        if (storage().getItem('token') !== session.token) {
          renewal = undefined;
          storage().removeItem(renewalKey);
        }
        storage().setItem('loggedInUser', JSON.stringify(session.user));
        storage().setItem(receivedKey, String(receivedAt));
        storage().setItem('refreshToken', session.refreshToken ?? '');
        // Written last, because other tabs listen to its change.
        storage().setItem('token', session.token);
        isAvailable = true;
      } catch {
        // Otherwise the next page would restore an incomplete session.
        clear();
        isAvailable = false;
      }
    },
  };
}
