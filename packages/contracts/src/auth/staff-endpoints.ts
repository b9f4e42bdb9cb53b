import { z } from 'zod';
import { type StaffRole, staffRoleNames } from '../browser/staff-rights.ts';
import { forStaff, ownedBy } from '../endpoint.ts';
import { answerOf, objectIdSchema, reasonSchema } from '../primitives.ts';
import type { ProblemCode } from '../problem.ts';
import { emailSchema, fullNameSchema } from './user.ts';

const defineEndpoint = ownedBy('auth');

/** `invited`: has not chosen a password yet. `suspended`: may do what a customer may, until an owner restores it. */
export const staffStates = ['active', 'invited', 'suspended'] as const;

/** A person of the staff, as owners see them. */
export const staffMemberSchema = z.object({
  id: objectIdSchema,
  version: z.int().min(1),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(staffRoleNames)),
  state: z.enum(staffStates),
  /** When the link in the newest invitation expires; null once it was used. */
  invitedUntil: z.iso.datetime().nullable(),
  /** Absent from an auth of an older release. */
  hasPasskey: z.boolean().optional(),
  /** The last use of a session; null without one. */
  lastUsedAt: z.iso.datetime().nullable(),
});

export type StaffMember = z.output<typeof staffMemberSchema>;

const rolesSchema = z
  .array(z.enum(staffRoleNames, 'There is no such role.'), 'Please choose a role.')
  .min(1, 'Please choose a role.')
  .max(staffRoleNames.length)
  .overwrite((roles): StaffRole[] => staffRoleNames.filter((role) => roles.includes(role)));

export const listStaff = defineEndpoint('listStaff', 'GET /api/admin/staff', {
  ...forStaff('staff.see'),
  summary: 'The people of the staff and their roles, by name.',
  answer: answerOf(z.array(staffMemberSchema)),
});

export const inviteStaff = defineEndpoint('inviteStaff', 'POST /api/admin/staff', {
  ...forStaff('staff.change'),
  summary:
    'Invites a person by mail. The link works once and for a day, and lets them choose a password. An address with an account is refused.',
  body: z.object({ fullName: fullNameSchema, email: emailSchema, roles: rolesSchema }),
  status: 201,
  answer: answerOf(staffMemberSchema),
  problems: ['email-taken'],
});

const version = z.int().min(1);

const defineStep = <Body extends z.ZodType>(
  id: string,
  path: string,
  summary: string,
  body: Body,
  problems: readonly ProblemCode[] = [],
) =>
  defineEndpoint(id, `POST /api/admin/staff/{id}/${path}`, {
    ...forStaff('staff.change'),
    summary,
    body,
    answer: answerOf(staffMemberSchema),
    problems: ['not-found', 'conflict', 'version-conflict', ...problems],
  });

export const inviteStaffAgain = defineStep(
  'inviteStaffAgain',
  'invitation',
  'Mails another link to a person who has not chosen a password yet. The older one no longer works.',
  z.object({ version }),
);

export const withdrawInvitation = defineStep(
  'withdrawInvitation',
  'withdrawal',
  'Takes back an invitation that was not accepted, with its account.',
  z.object({ version }),
);

export const changeStaffRoles = defineStep(
  'changeStaffRoles',
  'roles',
  'Sets the roles of a person. The last owner stays one.',
  z.object({ version, roles: rolesSchema }),
);

export const suspendStaff = defineStep(
  'suspendStaff',
  'suspension',
  'Takes all rights from a person, with a reason that owners read, and ends their sessions. Not for the last owner.',
  z.object({ version, reason: reasonSchema }),
);

export const restoreStaff = defineStep(
  'restoreStaff',
  'restoration',
  'Gives a suspended person the roles back.',
  z.object({ version }),
);

export const endStaffSessions = defineStep(
  'endStaffSessions',
  'sign-out',
  'Ends all sessions of a person.',
  z.object({ version }),
);

export const resetStaffPasskeys = defineStep(
  'resetStaffPasskeys',
  'passkey-reset',
  'Removes all passkeys and recovery codes of a person who has lost them, and ends their sessions. The password then signs in, to add a new one.',
  z.object({ version }),
);
