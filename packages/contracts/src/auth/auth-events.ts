import { z } from 'zod';
import { eventsOwnedBy } from '../event.ts';

const defineEvent = eventsOwnedBy('auth');

const personSchema = z.object({
  userId: z.string(),
  email: z.string(),
  fullName: z.string(),
});

export const userRegistered = defineEvent({
  type: 'user.registered',
  summary: 'Somebody made an account.',
  data: personSchema,
});

export const userUpdated = defineEvent({
  type: 'user.updated',
  summary: 'The name or the picture of an account changed.',
  data: personSchema.extend({ profileImage: z.string() }),
});

export const userDeleted = defineEvent({
  type: 'user.deleted',
  summary: 'An account was deleted by its owner: whoever keeps something about this person anonymises it.',
  data: z.object({ userId: z.string() }),
});

export const sessionRevokeReasons = [
  'logout',
  'ended-by-owner',
  'password-changed',
  'password-reset',
  'reuse-detected',
  'account-deleted',
] as const;

export const sessionRevoked = defineEvent({
  type: 'session.revoked',
  summary: 'A session was ended on the server before its time.',
  data: z.object({ userId: z.string(), sessionId: z.string(), reason: z.enum(sessionRevokeReasons) }),
});

export const sessionReuseDetected = defineEvent({
  type: 'session.reuse-detected',
  summary: 'A used refresh token came back after its grace: the family was revoked and the owner is warned.',
  data: personSchema.extend({
    sessionId: z.string(),
    device: z.string(),
    address: z.string(),
    detectedAt: z.iso.datetime(),
  }),
});

export const passwordResetRequested = defineEvent({
  type: 'password-reset.requested',
  summary: 'Somebody asked for a reset link. The token travels sealed: only who mails it can read it.',
  data: personSchema.extend({ sealedToken: z.string(), expiresAt: z.iso.datetime() }),
});

export const passwordChanged = defineEvent({
  type: 'password.changed',
  summary: 'The password of an account was changed or reset; its owner is told.',
  data: personSchema.extend({ cause: z.enum(['changed', 'reset']), changedAt: z.iso.datetime() }),
});

export const accountLocked = defineEvent({
  type: 'account.locked',
  summary: 'Too many wrong passwords: sign-in rests for some minutes and the owner is told.',
  data: personSchema.extend({ address: z.string(), lockedUntil: z.iso.datetime() }),
});
