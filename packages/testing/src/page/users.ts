import type { User } from '@kinmel/contracts';

/** A customer with fixed values. `id`, `fullName`, `phone` and `role` change their aliases too. */
export function aUser(changes: Partial<User> = {}): User {
  const id = changes.id ?? '6600000000000000000000c1';
  const fullName = changes.fullName ?? 'Aarati Gurung';
  const phone = changes.phone ?? '+977 980 555 0147';
  const role = changes.role ?? 'user';
  return {
    id,
    _id: id,
    email: 'aarati@kinmel.example',
    fullName,
    name: fullName,
    phone,
    number: phone,
    dateOfBirth: null,
    location: '',
    bio: '',
    gender: null,
    profileImage: '',
    role,
    isAdmin: role === 'admin',
    staffRoles: role === 'admin' ? ['owner'] : [],
    createdAt: '2026-11-18T10:40:00.000Z',
    updatedAt: '2026-11-18T10:40:00.000Z',
    ...changes,
  };
}

/** The answer of login, signup and refresh; the token is opaque, so that no timer runs for it. */
export const sessionAnswer = (user: User = aUser()) => ({
  success: true as const,
  message: 'Welcome.',
  token: 'access-token',
  refreshToken: 'refresh-token',
  user,
});

/** Stores a session, as an earlier visit would. */
export function storeSignedInUser(user: User = aUser()): void {
  const { token, refreshToken } = sessionAnswer(user);
  localStorage.setItem('token', token);
  localStorage.setItem('refreshToken', refreshToken);
  localStorage.setItem('loggedInUser', JSON.stringify(user));
}
