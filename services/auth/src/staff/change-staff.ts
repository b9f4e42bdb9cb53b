import type { StaffRole } from '@kinmel/contracts';
import { ProblemError, versionConflict } from '@kinmel/service-kit';
import { deletedEvent, type UserState } from '../accounts/user.ts';
import type { StaffChange, StaffRecord } from '../accounts/users.store.ts';
import type { AuthContext } from '../auth-context.ts';
import { passkeysChangedEvent } from '../passkeys/passkeys-changed-event.ts';
import { cleanUpAfter, endAllSessions } from '../sessions/end-sessions.ts';
import { newInvitation } from './invite-staff.ts';
import { type ByStaff, findMember, ownRolesOf, staffEntry } from './staff-member.ts';

interface StaffStep {
  readonly id: string;
  /** The version that the caller read. */
  readonly version: number;
  readonly by: ByStaff;
}

const conflict = (message: string) => new ProblemError('conflict', message);

/** AUTH-R3: whether the step leaves one owner less. */
const losesOwner = ({ user, hasPassword }: StaffRecord, roles: readonly StaffRole[]) =>
  hasPassword && user.role === 'admin' && ownRolesOf(user).includes('owner') && !roles.includes('owner');

const staleMember = (version: number) =>
  versionConflict(version, 'Somebody changed this person meanwhile. Please look at them again.');

/** Reads the account, decides, and saves the step with its audit entry, unless the account was changed meanwhile. */
async function changeMember(
  context: AuthContext,
  { id, version, by }: StaffStep,
  decide: (record: StaffRecord) => Omit<StaffChange, 'entry'> & { readonly note?: string },
): Promise<void> {
  const before = await findMember(context, id);
  if (before.user.version !== version) throw staleMember(before.user.version);
  const { note, ...change } = decide(before);
  const { resetLinks, passkeys, recoveryCodes: _codes, ...fields } = change.fields;
  const after = {
    ...before,
    hasPasskey: before.hasPasskey && passkeys === undefined,
    user: { ...before.user, ...fields },
    invitedUntil: resetLinks?.at(-1)?.expiresAt ?? before.invitedUntil,
  };
  const entry = staffEntry(by.staff, id, before, after, note);
  if (!(await context.users.changeStaff(before.user, { ...change, entry })))
    throw staleMember((await findMember(context, id)).user.version);
  context.sendEvents();
}

/** Invalidates all sessions with this write; they are ended one by one afterwards. */
const newCredential = ({ credentialVersion }: UserState) => ({
  credentialVersion: credentialVersion + 1,
  keptSessionId: null,
});

const endSessionsOf = (context: AuthContext, { id, by }: StaffStep) =>
  cleanUpAfter(by, id, () => endAllSessions(context, id, 'ended-by-staff', by));

export const changeStaffRoles = (context: AuthContext, step: StaffStep, roles: readonly StaffRole[]) =>
  changeMember(context, step, (record) => ({
    fields: { staffRoles: roles },
    needsOtherOwner: losesOwner(record, roles),
  }));

export async function suspendStaff(context: AuthContext, step: StaffStep, reason: string): Promise<void> {
  await changeMember(context, step, (record) => {
    if (!record.hasPassword) throw conflict('This person has not accepted yet. Withdraw the invitation.');
    if (record.user.role !== 'admin') throw conflict('This person is suspended already.');
    return {
      fields: {
        role: 'user',
        staffRoles: ownRolesOf(record.user),
        suspendedAt: context.now(),
        ...newCredential(record.user),
      },
      needsOtherOwner: losesOwner(record, []),
      note: reason,
    };
  });
  await endSessionsOf(context, step);
}

export const restoreStaff = (context: AuthContext, step: StaffStep) =>
  changeMember(context, step, ({ user }) => {
    if (user.role === 'admin') throw conflict('This person is not suspended.');
    return { fields: { role: 'admin', suspendedAt: null } };
  });

export async function endStaffSessions(context: AuthContext, step: StaffStep): Promise<void> {
  await changeMember(context, step, ({ user }) => ({ fields: newCredential(user) }));
  await endSessionsOf(context, step);
}

/** AUTH-W7: the person signs in by password and adds a passkey. */
export async function resetStaffPasskeys(context: AuthContext, step: StaffStep): Promise<void> {
  await changeMember(context, step, ({ user, hasPasskey }) => {
    if (!hasPasskey) throw conflict('This person has no passkey.');
    return {
      fields: { passkeys: [], recoveryCodes: [], ...newCredential(user) },
      events: [
        passkeysChangedEvent(context, { ...user, version: user.version + 1 }, 'reset-by-staff', step.by),
      ],
      note: 'passkeys removed',
    };
  });
  await endSessionsOf(context, step);
}

const requireInvited = ({ hasPassword }: StaffRecord) => {
  if (hasPassword) throw conflict('This person has accepted the invitation already.');
};

export const inviteStaffAgain = (context: AuthContext, step: StaffStep) =>
  changeMember(context, step, (record) => {
    requireInvited(record);
    const { link, invitedEvent } = newInvitation(
      context,
      { ...record.user, version: record.user.version + 1 },
      step.by,
    );
    return { fields: { resetLinks: [link] }, events: [invitedEvent] };
  });

/** Deletes the account, which could not be used yet. Resolves with its last state. */
export async function withdrawInvitation(
  context: AuthContext,
  { id, version, by }: StaffStep,
): Promise<StaffRecord> {
  const before = await findMember(context, id);
  requireInvited(before);
  const removalEvent = deletedEvent(before.user, by);
  const entry = staffEntry(by.staff, id, before, null);
  if (
    before.user.version !== version ||
    !(await context.users.remove(before.user, [removalEvent], context.now(), entry))
  )
    throw staleMember(before.user.version);
  context.sendEvents();
  return before;
}
