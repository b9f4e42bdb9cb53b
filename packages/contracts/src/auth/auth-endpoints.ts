import { z } from 'zod';
import { uploadLimits } from '../browser/limits.ts';
import { staffRightNames } from '../browser/staff-rights.ts';
import { forAccount, ownedBy } from '../endpoint.ts';
import { answerOf, answerWith, doneSchema, plainText, queryBoolean } from '../primitives.ts';
import { assertionSchema, ownPasskeysSchema } from './passkey.ts';
import {
  answeredRolesSchema,
  dateOfBirthSchema,
  emailSchema,
  fullNameSchema,
  genders,
  knownEmailSchema,
  newPasswordSchema,
  phoneNumberSchema,
  userSchema,
} from './user.ts';

const defineEndpoint = ownedBy('auth');

/** The answer of login, signup and refresh. The cookie half of the refresh token is set by a header. */
export const sessionAnswerSchema = doneSchema.extend({
  /** Access token, a JSON Web Token valid for 15 minutes. */
  token: z.string(),
  /** Storage half of the opaque refresh token; useless without the cookie half. */
  refreshToken: z.string(),
  user: userSchema,
});

export type SessionAnswer = z.output<typeof sessionAnswerSchema>;

export const passwordSchema = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(1024, 'Password must be at most 1024 characters.');
const opaqueTokenSchema = z.string().min(1).max(512);

export const signUp = defineEndpoint('signUp', 'POST /api/auth/signup', {
  role: 'public',
  summary: 'Creates an account with the role user, and a session.',
  body: z.object({
    fullName: fullNameSchema,
    email: emailSchema,
    number: phoneNumberSchema,
    password: newPasswordSchema,
  }),
  status: 201,
  answer: sessionAnswerSchema,
  problems: ['email-taken', 'not-allowed', 'too-many-requests', 'service-unavailable'],
});

export const logIn = defineEndpoint('logIn', 'POST /api/auth/login', {
  role: 'public',
  summary: 'Starts a session. An unknown account and a wrong password have the same answer.',
  body: z.object({ email: knownEmailSchema, password: passwordSchema }),
  answer: sessionAnswerSchema,
  problems: [
    'wrong-credentials',
    'passkey-needed',
    'not-allowed',
    'too-many-requests',
    'service-unavailable',
  ],
});

export const refreshSession = defineEndpoint('refreshSession', 'POST /api/auth/refresh', {
  aliases: ['/api/refresh-token'],
  role: 'public',
  summary:
    'Rotates the refresh token and returns a new access token. The header `Idempotency-Key` makes it safe to retry when an answer was lost.',
  body: z.object({ refreshToken: opaqueTokenSchema }),
  answer: sessionAnswerSchema,
  problems: ['signed-out', 'session-expired', 'not-allowed'],
});

export const logOut = defineEndpoint('logOut', 'POST /api/auth/logout', {
  role: 'public',
  summary: 'Ends the session of the refresh token. The answer is the same for an ended or unknown session.',
  body: z.object({ refreshToken: opaqueTokenSchema.optional() }),
  answer: doneSchema,
  problems: ['not-allowed'],
});

export const requestPasswordReset = defineEndpoint('requestPasswordReset', 'POST /api/auth/forgot-password', {
  role: 'public',
  summary:
    'Mails a single-use reset link, valid for 30 minutes, if the account exists. The answer does not reveal whether it exists.',
  body: z.object({ email: knownEmailSchema }),
  answer: doneSchema,
  problems: ['too-many-requests'],
});

export const resetLinkStates = ['valid', 'expired', 'used', 'unknown'] as const;

export const checkResetLink = defineEndpoint('checkResetLink', 'POST /api/auth/reset-password/check', {
  role: 'public',
  summary: 'Checks whether a reset link is valid, without using it.',
  body: z.object({ token: opaqueTokenSchema }),
  answer: answerWith({ state: z.enum(resetLinkStates) }),
});

export const resetPassword = defineEndpoint('resetPassword', 'POST /api/auth/reset-password', {
  role: 'public',
  summary: 'Sets a new password by a reset link and ends all sessions of the account.',
  body: z.object({ token: opaqueTokenSchema, password: newPasswordSchema }),
  /** False when the caller is signed in with another account, whose sessions continue. */
  answer: doneSchema.extend({ signedOut: z.boolean() }),
  problems: ['reset-link-invalid', 'not-allowed', 'too-many-requests'],
});

export const changePassword = defineEndpoint('changePassword', 'POST /api/auth/change-password', {
  role: 'customer',
  summary: "Changes the caller's password and ends all other sessions.",
  body: z.object({ currentPassword: passwordSchema, password: newPasswordSchema }),
  answer: doneSchema,
  problems: ['wrong-password', 'too-many-requests'],
});

export const proveIdentity = defineEndpoint('proveIdentity', 'POST /api/auth/proof', {
  role: 'customer',
  summary:
    "Confirms the caller's session with the password or a passkey, for calls that need it to be recent.",
  body: z
    .object({ password: passwordSchema.optional(), credential: assertionSchema.optional() })
    .refine(({ password, credential }) => (password === undefined) !== (credential === undefined), {
      error: 'Password is required',
      path: ['password'],
    }),
  answer: doneSchema,
  problems: ['wrong-password', 'passkey-refused', 'too-many-requests'],
});

export const getKeys = defineEndpoint('getKeys', 'GET /api/auth/jwks.json', {
  role: 'public',
  summary: 'The public keys that verify access tokens (RFC 7517).',
  answer: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
});

/** A login, as listed under "Your sessions". */
export const sessionSchema = z.object({
  sessionId: z.string(),
  /** Browser and system, such as "Chrome on Android". */
  device: z.string(),
  /** IP address of the sign-in. */
  address: z.string(),
  /** IP address of the last use; an unknown one may be that of an attacker. */
  lastAddress: z.string(),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});

export type Session = z.output<typeof sessionSchema>;

export const listSessions = defineEndpoint('listSessions', 'GET /api/auth/sessions', {
  role: 'customer',
  summary: "The caller's live sessions: the current one first, then the most recently used.",
  answer: answerOf(z.array(sessionSchema)),
});

export const signInWays = ['password', 'passkey', 'recovery-code'] as const;

/** A sign-in of the last 90 days, or a wrong password: at a sign-in, or where a signed-in person confirms with it. */
export const signInSchema = z.object({
  at: z.iso.datetime(),
  way: z.enum(signInWays),
  device: z.string(),
  isRefused: z.boolean(),
});

export type SignIn = z.output<typeof signInSchema>;

export const listSignIns = defineEndpoint('listSignIns', 'GET /api/auth/sign-ins', {
  ...forAccount,
  summary:
    "The newest ten sign-ins and the newest ten wrong passwords of the caller's account, newest first.",
  answer: answerOf(z.array(signInSchema)),
});

export const endSession = defineEndpoint('endSession', 'DELETE /api/auth/sessions/{sessionId}', {
  role: 'customer',
  summary: "Ends one of the caller's sessions.",
  params: z.object({ sessionId: plainText(z.string().min(1).max(64)) }),
  answer: doneSchema,
  problems: ['not-found'],
});

export const endSessions = defineEndpoint('endSessions', 'DELETE /api/auth/sessions', {
  role: 'customer',
  summary:
    'Ends all sessions of the caller, including the current one. The password must have been entered within ten minutes.',
  answer: doneSchema,
  problems: ['proof-needed'],
});

export const getSessionEnd = defineEndpoint('getSessionEnd', 'GET /api/auth/session-end', {
  role: 'customer',
  summary:
    "When the caller's session ends. For staff also when it ends without activity; this call is activity unless it has the header `X-Background`.",
  answer: answerWith({ endsInSeconds: z.int(), idleEndsInSeconds: z.int().nullable() }),
});

export const getLiveSession = defineEndpoint('getLiveSession', 'GET /internal/sessions/{sessionId}', {
  role: 'service',
  summary: 'The user of a session with the current role; null for an ended or unknown session (decision 33).',
  params: z.object({ sessionId: plainText(z.string().min(1).max(64)) }),
  /** Absent from services of an older release: their calls count as activity of the person. */
  query: z.object({ isBackground: queryBoolean.optional() }),
  answer: answerOf(
    z
      .object({
        userId: z.string(),
        role: z.enum(['user', 'admin']),
        name: z.string().default(''),
        staffRoles: answeredRolesSchema,
        /** When the password was last entered in this session; absent from an auth of an older release. */
        provedAt: z.iso.datetime().optional(),
        email: z.string().optional(),
        /** Staff have no rights in this session until they add a passkey or use theirs; absent from older releases. */
        needsPasskey: z.boolean().optional(),
      })
      .nullable(),
  ),
});

export const getMailbox = defineEndpoint('getMailbox', 'GET /internal/accounts/{userId}/mailbox', {
  role: 'service',
  summary: 'The current e-mail address of an account; null for a deleted or unknown one.',
  answer: answerOf(z.object({ email: z.string() }).nullable()),
});

export const confirmStaff = defineEndpoint(
  'confirmStaff',
  'POST /internal/sessions/{sessionId}/confirmation',
  {
    role: 'service',
    summary:
      "Whether another person of the staff has the right. Without one the password of the session's owner is checked, with the limits of a sign-in; otherwise it is not looked at.",
    params: z.object({ sessionId: plainText(z.string().min(1).max(64)) }),
    body: z.object({
      password: passwordSchema,
      /** The right of the second step. A caller of an older release sends none and means the approval of payouts. */
      right: z.enum(staffRightNames).default('payouts.approve'),
    }),
    answer: answerOf(z.object({ hasOtherStaff: z.boolean() })),
    problems: ['not-signed-in', 'wrong-password', 'too-many-requests'],
  },
);

export const checkAdminFiles = defineEndpoint('checkAdminFiles', 'GET /internal/admin-files', {
  role: 'public',
  summary:
    'Whether the admin files cookie, sent as bearer token, belongs to a live session of a current admin. Needs no service token, because the gateway has none and the cookie is signed.',
  answer: answerOf(z.object({ isAdmin: z.boolean() })),
});

export const getUser = defineEndpoint('getUser', 'GET /api/users/{id}', {
  role: 'customer',
  right: 'people.see',
  summary: "The caller's account, or any account for an admin. Other accounts are answered as unknown.",
  answer: answerOf(userSchema),
});

/** Unknown fields, including the role, are dropped. An empty text clears a field. */
export const updateUserBodySchema = z.object({
  fullName: fullNameSchema.optional(),
  dateOfBirth: z
    .union([dateOfBirthSchema, z.literal('')])
    .nullable()
    .optional(),
  location: z
    .string('Location must be text.')
    .trim()
    .max(120, 'Location must be at most 120 characters.')
    .optional(),
  bio: z.string('Bio must be text.').trim().max(500, 'Bio must be at most 500 characters.').optional(),
  gender: z
    .union([z.enum(genders), z.literal('')], 'Choose a gender from the list.')
    .nullable()
    .optional(),
});

export const updateUser = defineEndpoint('updateUser', 'PUT /api/users/{id}', {
  role: 'customer',
  summary: "Updates the given fields of the caller's account. E-mail, phone and role cannot be changed here.",
  body: updateUserBodySchema,
  answer: doneSchema.extend({ user: userSchema }),
  problems: ['conflict'],
});

export const uploadAvatar = defineEndpoint('uploadAvatar', 'POST /api/users/{id}/upload-avatar', {
  ...forAccount,
  summary: "Replaces the caller's avatar. The content is checked, cropped to a square and re-encoded.",
  file: {
    field: 'profileImage',
    maxBytes: uploadLimits.avatar.maxBytes,
    required: true,
    tooLargeText: `Image size must be less than ${uploadLimits.avatar.text}`,
    missingText: 'Please select a valid image file (JPEG, PNG, or GIF)',
  },
  answer: doneSchema.extend({ profileImage: z.string(), user: userSchema }),
  problems: ['unsupported-type', 'too-large', 'conflict', 'too-many-requests'],
});

export const exportUserData = defineEndpoint('exportUserData', 'GET /api/users/{id}/export', {
  role: 'customer',
  summary: "All data that auth stores about the caller's account, as JSON, without hashes and tokens.",
  answer: answerWith({
    exportedAt: z.iso.datetime(),
    user: userSchema,
    /** Including ended sessions while they are stored; `endedAt` is null for a live one. */
    sessions: z.array(sessionSchema.extend({ endedAt: z.iso.datetime().nullable() })),
    /** Expiry and use of the newest reset links. */
    resetLinks: z.array(z.object({ expiresAt: z.iso.datetime(), usedAt: z.iso.datetime().nullable() })),
    passkeys: ownPasskeysSchema.optional(),
    signIns: z.array(signInSchema).optional(),
  }),
});

export const deleteUser = defineEndpoint('deleteUser', 'POST /api/users/{id}/delete', {
  role: 'customer',
  summary: "Deletes the caller's account after its password is confirmed. Orders stay, anonymised.",
  body: z.object({ password: passwordSchema }),
  answer: doneSchema,
  problems: ['wrong-password', 'too-many-requests', 'conflict'],
});
