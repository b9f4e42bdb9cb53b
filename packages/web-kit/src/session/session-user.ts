import type { User } from '@kinmel/contracts';

/** Who is signed in: what every page may show. The rest of the account is there when the server sent it. */
export type SessionUser = Pick<User, 'id' | 'name' | 'email' | 'role'> & Partial<User>;

/** The one test for links and gates; what an admin may really do, the servers decide. */
export const isAdmin = (user: Pick<SessionUser, 'role' | 'isAdmin'> | null): boolean =>
  user?.role === 'admin' || user?.isAdmin === true;

/** Reads an account from storage or from an answer; undefined when it names nobody. */
export function readUser(value: unknown): SessionUser | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  // What is spread on is the server's own account, or what this shop stored of it.
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
