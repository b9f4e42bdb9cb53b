import type { User } from '@kinmel/contracts';

/** The signed-in user: the fields that every page may show. Other fields of the account are set when the server sent them. */
export type SessionUser = Pick<User, 'id' | 'name' | 'email' | 'role'> & Partial<User>;

/** Decides which links and pages are shown; permissions are checked by the servers. */
export const isAdmin = (user: Pick<SessionUser, 'role' | 'isAdmin'> | null): boolean =>
  user?.role === 'admin' || user?.isAdmin === true;

/** Reads an account from storage or from an answer; undefined when it is not valid. */
export function readUser(value: unknown): SessionUser | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  // The other fields are not checked: they come from the server or from this shop's own storage.
  const raw = value as Partial<User>;
  const id = raw.id ?? raw._id;
  if (typeof id !== 'string' || id === '' || typeof raw.email !== 'string') return undefined;
  return {
    ...raw,
    id,
    email: raw.email,
    name: raw.name ?? raw.fullName ?? raw.email,
    role: raw.role === 'admin' ? 'admin' : 'user',
  };
}
