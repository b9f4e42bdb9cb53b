import type { User } from '@kinmel/contracts';
import type { SessionUser } from './session-user.ts';

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
