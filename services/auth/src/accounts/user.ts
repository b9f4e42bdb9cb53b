import { type EventDefinition, type StaffRole, type User, userDeleted } from '@kinmel/contracts';
import { createEvent, ProblemError, pick, type WireEvent } from '@kinmel/service-kit';

/** Fields that are answered as they are stored. */
const answeredFields = [
  'id',
  'email',
  'fullName',
  'number',
  'dateOfBirth',
  'location',
  'bio',
  'gender',
  'role',
] as const;

/** A user without the password hash. */
export interface UserState extends Readonly<Pick<User, (typeof answeredFields)[number]>> {
  /** Of staff; absent for admins created before roles existed, who are owners. */
  readonly staffRoles?: readonly StaffRole[];
  /** When a person of the staff was suspended, who since then may do only what a customer may. */
  readonly suspendedAt?: Date | null;
  /** Folder of the avatar's files. */
  readonly avatarId: string | null;
  /** Increases with every new password; sessions of an older one are invalid (rule AUTH-S6). */
  readonly credentialVersion: number;
  /** The session in which the password was last changed stays valid. */
  readonly keptSessionId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Increases with every saved change; a write names the version that it read. */
  readonly version: number;
}

/** The roles of staff; empty for customers. */
export const rolesOf = ({ role, staffRoles = ['owner'] }: UserState): readonly StaffRole[] =>
  role === 'admin' ? staffRoles : [];

/** Error text for a concurrent change of the account. */
export const concurrentChange = () =>
  new ProblemError('conflict', 'Your account was changed somewhere else. Please try again.');

/** The empty profile of a new or a deleted account. */
export const emptyProfile = {
  dateOfBirth: null,
  location: '',
  bio: '',
  gender: null,
  avatarId: null,
} as const;

/** A new user with an empty profile. */
export function newUser(
  person: Pick<UserState, 'id' | 'email' | 'fullName' | 'number' | 'role' | 'staffRoles'>,
  now: Date,
): UserState {
  return {
    ...person,
    ...emptyProfile,
    credentialVersion: 1,
    keptSessionId: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** Path of the 256 px avatar; empty without one. */
export function profileImageOf({ avatarId }: Pick<UserState, 'avatarId'>): string {
  return avatarId === null ? '' : `/uploads/avatars/${avatarId}/256.webp`;
}

/**
 * The user as shown to its owner and admins. Both names of each field have the same value.
 * @param needsPasskey for an answer about the caller's session: whether it lacks staff rights until a passkey is used
 */
export function userAnswer(user: UserState, needsPasskey?: boolean): User {
  return {
    ...pick(user, ...answeredFields),
    _id: user.id,
    name: user.fullName,
    phone: user.number,
    profileImage: profileImageOf(user),
    isAdmin: user.role === 'admin',
    staffRoles: needsPasskey ? [] : [...rolesOf(user)],
    ...(needsPasskey === undefined ? {} : { needsPasskey }),
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}

/** The user's data in events. */
export function personOf(user: UserState): { userId: string; email: string; fullName: string } {
  return { userId: user.id, ...pick(user, 'email', 'fullName') };
}

interface TraceContext {
  readonly traceparent?: string | undefined;
}

type DataOf<Definition extends EventDefinition> = Parameters<typeof createEvent<Definition>>[1]['data'];

/** An event with the user's data and the version of the account. */
export const userEvent = <Definition extends EventDefinition>(
  definition: Definition,
  user: UserState,
  data: Omit<DataOf<Definition>, keyof ReturnType<typeof personOf>>,
  { traceparent }: TraceContext,
): WireEvent =>
  createEvent(definition, {
    aggregateId: user.id,
    aggregateVersion: user.version,
    // The definitions of all these events extend that of a person.
    data: { ...personOf(user), ...data } as DataOf<Definition>,
    traceparent,
  });

/** The event of the write that deletes the account. */
export const deletedEvent = ({ id, version }: UserState, { traceparent }: TraceContext): WireEvent =>
  createEvent(userDeleted, {
    aggregateId: id,
    aggregateVersion: version + 1,
    data: { userId: id },
    traceparent,
  });
