import type { genders, User } from '@kinmel/contracts';

/** What auth knows about a person, without the password: what rules and answers work on. */
export interface UserState {
  readonly id: string;
  /** As it was typed at signup. */
  readonly email: string;
  readonly fullName: string;
  readonly number: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string | null;
  readonly location: string;
  readonly bio: string;
  readonly gender: (typeof genders)[number] | null;
  /** Folder of the picture's files; null when there is none. */
  readonly avatarId: string | null;
  readonly role: 'user' | 'admin';
  /** Rises with every new password; a session that began under an older one is over (rule S6). */
  readonly credentialVersion: number;
  /** The one session that outlives the last change of the password: where it was changed. */
  readonly keptSessionId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Rises with every change that is saved; a write names the version that it read. */
  readonly version: number;
}

/** Server-relative path of the picture at 256 px; empty when there is none. */
export function profileImageOf({ avatarId }: Pick<UserState, 'avatarId'>): string {
  return avatarId === null ? '' : `/uploads/avatars/${avatarId}/256.webp`;
}

/** The person as its owner and admins see it; every pair of names of CONF-67 holds one value. */
export function userAnswer(user: UserState): User {
  return {
    id: user.id,
    _id: user.id,
    email: user.email,
    fullName: user.fullName,
    name: user.fullName,
    phone: user.number,
    number: user.number,
    dateOfBirth: user.dateOfBirth,
    location: user.location,
    bio: user.bio,
    gender: user.gender,
    profileImage: profileImageOf(user),
    role: user.role,
    isAdmin: user.role === 'admin',
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}

/** Who an event is about, as most events of this service say it. */
export function personOf(user: UserState): { userId: string; email: string; fullName: string } {
  return { userId: user.id, email: user.email, fullName: user.fullName };
}
