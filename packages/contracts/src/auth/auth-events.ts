import { z } from 'zod';
import { eventsOwnedBy } from '../event.ts';

const defineEvent = eventsOwnedBy('auth');

const personSchema = z.object({
  userId: z.string(),
  email: z.string(),
  fullName: z.string(),
});

export const userRegistered = defineEvent('user.registered', 'An account was created.', personSchema);

export const userUpdated = defineEvent(
  'user.updated',
  'The name or the picture of an account changed.',
  personSchema.extend({ profileImage: z.string() }),
);

export const userDeleted = defineEvent(
  'user.deleted',
  'An account was deleted by its owner. Services anonymise what they store about this person.',
  z.object({ userId: z.string() }),
);

export const sessionRevokeReasons = [
  'logout',
  'ended-by-owner',
  'password-changed',
  'password-reset',
  'reuse-detected',
  'account-deleted',
  'ended-by-staff',
  'expired',
] as const;

export const sessionRevoked = defineEvent(
  'session.revoked',
  'A session was ended on the server: by its owner, by staff, by a rule, or found at the end of its life.',
  z.object({ userId: z.string(), sessionId: z.string(), reason: z.enum(sessionRevokeReasons) }),
);

export const sessionReuseDetected = defineEvent(
  'session.reuse-detected',

  'A replaced refresh token was used again after the grace period. All tokens of the session were revoked, and the owner is warned by mail.',
  personSchema.extend({
    sessionId: z.string(),
    device: z.string(),
    address: z.string(),
    detectedAt: z.iso.datetime(),
  }),
);

export const passwordResetRequested = defineEvent(
  'password-reset.requested',
  'A password reset was requested. The token is encrypted; only notification can decrypt it.',
  personSchema.extend({ sealedToken: z.string(), expiresAt: z.iso.datetime() }),
);

export const staffInvited = defineEvent(
  'staff.invited',
  'A person was invited to the staff. The token is encrypted; only notification can decrypt it.',
  personSchema.extend({
    sealedToken: z.string(),
    expiresAt: z.iso.datetime(),
    invitedBy: z.string(),
    roles: z.array(z.string()),
  }),
);

export const passwordChanged = defineEvent(
  'password.changed',
  'The password of an account was changed or reset; the owner is informed by mail.',
  personSchema.extend({ cause: z.enum(['changed', 'reset']), changedAt: z.iso.datetime() }),
);

export const accountLocked = defineEvent(
  'account.locked',

  'An account was locked for some minutes after too many wrong passwords; the owner is informed by mail.',
  personSchema.extend({ address: z.string(), lockedUntil: z.iso.datetime() }),
);

/** `reset-by-staff`: an owner of the shop removed all passkeys of a person of the staff. */
export const passkeyChanges = [
  'added',
  'removed',
  'reset-by-staff',
  'recovery-code-used',
  'recovery-codes-renewed',
] as const;

export const passkeysChanged = defineEvent(
  'passkeys.changed',
  'What signs in to an account in place of the password changed, or a recovery code was used; the owner is informed by mail.',
  personSchema.extend({
    change: z.enum(passkeyChanges),
    /** The name of the passkey; empty when the change is not about one. */
    passkey: z.string(),
    device: z.string(),
    address: z.string(),
    changedAt: z.iso.datetime(),
  }),
);
