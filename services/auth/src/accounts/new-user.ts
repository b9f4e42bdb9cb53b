import type { UserState } from './user.ts';

/** A new user with an empty profile. */
export function newUser(
  person: Pick<UserState, 'id' | 'email' | 'fullName' | 'number' | 'role'>,
  now: Date,
): UserState {
  return {
    ...person,
    dateOfBirth: null,
    location: '',
    bio: '',
    gender: null,
    avatarId: null,
    credentialVersion: 1,
    keptSessionId: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
