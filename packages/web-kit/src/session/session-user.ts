import type { User } from '@kinmel/contracts';

/** Who is signed in: what every page may show. The rest of the account is there when the server sent it. */
export type SessionUser = Pick<User, 'id' | 'name' | 'email' | 'role'> & Partial<User>;

/** The one test for links and gates; what an admin may really do, the servers decide. */
export const isAdmin = (user: Pick<SessionUser, 'role' | 'isAdmin'> | null): boolean =>
  user?.role === 'admin' || user?.isAdmin === true;
