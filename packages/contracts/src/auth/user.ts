import { z } from 'zod';
import { normalizeEmail } from '../browser/typed-text.ts';
import { objectIdSchema, phoneOf, requiredLine } from '../primitives.ts';

export const genders = ['male', 'female', 'other', 'prefer-not-to-say'] as const;

/** The rule of the specification for new passwords. The form also gives hints about weak ones. */
export const passwordRuleText = 'Password must be at least 6 characters and include letters and numbers.';

/** At most 128 characters, to limit the cost of hashing. */
export const newPasswordSchema = z
  .string(passwordRuleText)
  .min(6, { error: passwordRuleText, abort: true })
  .max(128, 'Password must be at most 128 characters.')
  .regex(/\p{L}/u, { error: passwordRuleText, abort: true })
  .regex(/\p{Nd}/u, passwordRuleText);

const emailText = z
  .string('Email is required')
  .overwrite(normalizeEmail)
  .min(1, { error: 'Email is required', abort: true })
  .max(254, { error: 'Invalid email format', abort: true });

const mailboxPattern =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-+[\p{L}\p{M}\p{N}]+)*\.)+\p{L}[\p{L}\p{M}\p{N}]*(?:-+[\p{L}\p{M}\p{N}]+)*$/u;

/**
 * Whether a text is a mailbox address in its plain spelling (a dot-atom of RFC 5322 with the letters of RFC 6531): no
 * brackets, quotes, comments, invisible characters or IP addresses. Mail servers strip or quote those, so that many
 * spellings would reach one mailbox. The text must have at most 254 characters.
 */
export const isMailbox = (text: string): boolean => mailboxPattern.test(text);

/** The address of a new account. It is unique by its normal form, `normalEmail` of service-kit. */
export const emailSchema = emailText
  .refine(isMailbox, 'Invalid email format')
  // JSON Schema cannot express the pattern, since not every program knows Unicode letters.
  .meta({ format: 'email' });

/** The address at sign-in, which is less strict than `emailSchema`. */
export const knownEmailSchema = emailText.regex(
  /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u,
  'Invalid email format',
);

export const fullNameSchema = requiredLine('Full name', 100, {
  missing: 'Full name is required',
  tooLong: 'Full name must be at most 100 characters.',
});

export const phoneNumberSchema = phoneOf(
  'Phone number is required',
  'Phone number must be at most 30 characters.',
);

const dateOfBirthText = 'Enter a valid date of birth.';
/** The offset of the time zone that is furthest ahead of UTC. */
const furthestZoneMs = 14 * 60 * 60 * 1000;

/** A date, `YYYY-MM-DD`, that has begun in some time zone. */
export const dateOfBirthSchema = z.iso
  .date(dateOfBirthText)
  .refine((day) => Date.parse(day) <= Date.now() + furthestZoneMs, dateOfBirthText);

/**
 * The roles of an account of staff (`admin`); empty for customers. Absent from a server of an older release, where every
 * admin is an owner. Unknown roles stay in the list, without rights.
 */
export const answeredRolesSchema = z.array(z.string()).default(['owner']);

/**
 * An account, as its owner and admins see it. `phone` equals `number`, `id` equals `_id`, `fullName` equals `name`;
 * `isAdmin` is derived from the role.
 */
export const userSchema = z.object({
  id: objectIdSchema,
  _id: objectIdSchema,
  email: z.string(),
  fullName: z.string(),
  name: z.string(),
  phone: z.string(),
  number: z.string(),
  dateOfBirth: z.string().nullable(),
  location: z.string(),
  bio: z.string(),
  gender: z.enum(genders).nullable(),
  /** Server-relative path of the picture at 256 px; may be empty. */
  profileImage: z.string(),
  role: z.enum(['user', 'admin']),
  isAdmin: z.boolean(),
  staffRoles: answeredRolesSchema,
  /** When the password was last entered in the session that asks; only for the own account of staff. */
  provedAt: z.iso.datetime().optional(),
  /** The shop requires a passkey of staff, and none was used in this session, so it has no rights of staff. */
  needsPasskey: z.boolean().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export type User = z.output<typeof userSchema>;
