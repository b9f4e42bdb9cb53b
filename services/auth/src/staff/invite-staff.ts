import { type BodyOf, type inviteStaff as inviteStaffEndpoint, staffInvited } from '@kinmel/contracts';
import type { WireEvent } from '@kinmel/service-kit';
import { emailTaken, requirePlainEmail } from '../accounts/sign-up.ts';
import { newUser, type UserState, userEvent } from '../accounts/user.ts';
import type { ResetLink } from '../accounts/users.store.ts';
import type { AuthContext } from '../auth-context.ts';
import { newMailedLink } from '../passwords/mailed-link.ts';
import { type ByStaff, ownRolesOf, staffEntry } from './staff-member.ts';

/** AUTH-R2: an invitation is valid for a day. */
const invitationMs = 24 * 60 * 60_000;

/** The link with which an invited person chooses a password, and the event that mails it. */
export function newInvitation(
  context: Pick<AuthContext, 'now' | 'mailSealKey'>,
  user: UserState,
  by: ByStaff,
): { readonly link: ResetLink; readonly invitedEvent: WireEvent } {
  const { link, eventFields } = newMailedLink(context, invitationMs);
  const data = { ...eventFields, invitedBy: by.staff.person.name, roles: [...ownRolesOf(user)] };
  return { link, invitedEvent: userEvent(staffInvited, user, data, by) };
}

/**
 * AUTH-R2: creates the account of an invited person, without a password, and mails the link to choose one.
 * Resolves with the id. Rejects with `email-taken`.
 */
export async function inviteStaff(
  context: AuthContext,
  { fullName, email, roles }: BodyOf<typeof inviteStaffEndpoint>,
  by: ByStaff,
): Promise<string> {
  requirePlainEmail(email);
  const person = {
    id: context.newId(),
    email,
    fullName,
    number: '',
    role: 'admin',
    staffRoles: roles,
  } as const;
  const user = newUser(person, context.now());
  const { link, invitedEvent } = newInvitation(context, user, by);
  const record = { user, hasPassword: false, hasPasskey: false, invitedUntil: link.expiresAt };
  const entry = staffEntry(by.staff, user.id, null, record);
  const isSaved = await context.users.insert(user, '', [invitedEvent], { resetLinks: [link], entry });
  if (!isSaved) throw emailTaken();
  context.sendEvents();
  return user.id;
}
