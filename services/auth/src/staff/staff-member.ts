import type { StaffMember } from '@kinmel/contracts';
import {
  auditEntry,
  type Call,
  type NewAuditEntry,
  ProblemError,
  pick,
  type StaffCall,
} from '@kinmel/service-kit';
import { rolesOf, type UserState } from '../accounts/user.ts';
import type { StaffRecord } from '../accounts/users.store.ts';
import type { AuthContext } from '../auth-context.ts';

/** The call of the owner who makes the change. */
export type ByStaff = Pick<Call<unknown, unknown, unknown, 'admin'>, 'staff' | 'traceparent' | 'log'>;

const stateOf = ({ user, hasPassword }: StaffRecord): StaffMember['state'] => {
  if (!hasPassword) return 'invited';
  return user.role === 'admin' ? 'active' : 'suspended';
};

/** The roles of a person, also of a suspended one, who gets them back. */
export const ownRolesOf = (user: UserState) => rolesOf({ ...user, role: 'admin' });

/** People of the staff as owners see them. */
export async function memberAnswers(
  { sessions }: Pick<AuthContext, 'sessions'>,
  records: readonly StaffRecord[],
): Promise<StaffMember[]> {
  const lastUses = await sessions.lastUses(records.map(({ user }) => user.id));
  return records.map((record) => ({
    ...pick(record.user, 'id', 'version', 'email'),
    name: record.user.fullName,
    roles: [...ownRolesOf(record.user)],
    state: stateOf(record),
    hasPasskey: record.hasPasskey,
    invitedUntil: record.invitedUntil?.toISOString() ?? null,
    lastUsedAt: lastUses.get(record.user.id)?.toISOString() ?? null,
  }));
}

/** Rejects with not-found for a customer, a deleted account and an unknown id. */
export async function findMember({ users }: Pick<AuthContext, 'users'>, id: string): Promise<StaffRecord> {
  const record = await users.findStaff(id);
  if (!record) throw new ProblemError('not-found', 'There is no such person of the staff.');
  return record;
}

/** One person as owners see them. */
export async function memberAnswerOf(context: AuthContext, record: StaffRecord): Promise<StaffMember> {
  const [answer] = await memberAnswers(context, [record]);
  // Each record has an answer.
  return answer as StaffMember;
}

export const memberAnswer = async (context: AuthContext, id: string): Promise<StaffMember> =>
  memberAnswerOf(context, await findMember(context, id));

const auditedFields = (record: StaffRecord | null) =>
  record && { roles: ownRolesOf(record.user).join(', '), state: stateOf(record) };

/** AUTH-R5: names and addresses of staff are not part of the entry. */
export const staffEntry = (
  by: StaffCall,
  id: string,
  before: StaffRecord | null,
  after: StaffRecord | null,
  note = '',
): NewAuditEntry | undefined =>
  auditEntry(
    by,
    { kind: 'staff', id },
    { before: auditedFields(before), after: auditedFields(after), shownFields: 'all', note },
  );
