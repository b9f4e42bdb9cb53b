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
  summary: 'An account was created.',
  data: personSchema,
});

export const userUpdated = defineEvent({
  type: 'user.updated',
  summary: 'The name or the picture of an account changed.',
  data: personSchema.extend({ profileImage: z.string() }),
});

export const userDeleted = defineEvent({
  type: 'user.deleted',
  summary: 'An account was deleted by its owner. Services anonymise what they store about this person.',
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
  summary: 'A session was ended on the server before it expired.',
  data: z.object({ userId: z.string(), sessionId: z.string(), reason: z.enum(sessionRevokeReasons) }),
});

export const sessionReuseDetected = defineEvent({
  type: 'session.reuse-detected',
  summary:
    'A replaced refresh token was used again after the grace period. All tokens of the session were revoked, and the owner is warned by mail.',
  data: personSchema.extend({
    sessionId: z.string(),
    device: z.string(),
    address: z.string(),
    detectedAt: z.iso.datetime(),
  }),
});

export const passwordResetRequested = defineEvent({
  type: 'password-reset.requested',
  summary: 'A password reset was requested. The token is encrypted; only notification can decrypt it.',
  data: personSchema.extend({ sealedToken: z.string(), expiresAt: z.iso.datetime() }),
});

export const passwordChanged = defineEvent({
  type: 'password.changed',
  summary: 'The password of an account was changed or reset; the owner is informed by mail.',
  data: personSchema.extend({ cause: z.enum(['changed', 'reset']), changedAt: z.iso.datetime() }),
});

export const accountLocked = defineEvent({
  type: 'account.locked',
  summary:
    'An account was locked for some minutes after too many wrong passwords; the owner is informed by mail.',
  data: personSchema.extend({ address: z.string(), lockedUntil: z.iso.datetime() }),
});
