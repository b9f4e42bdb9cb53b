import { z } from 'zod';
import { objectIdSchema } from '../primitives.ts';

/** Anything else is refused. */
export const genders = ['male', 'female', 'other', 'prefer-not-to-say'] as const;

/** The rule of the document for new passwords; a weak but allowed one gets a hint in the form only. */
export const passwordRuleText = 'Password must be at least 6 characters and include letters and numbers.';

/** At most 128 characters, so that hashing has a bound. */
export const newPasswordSchema = z
  .string(passwordRuleText)
  .min(6, { error: passwordRuleText, abort: true })
  .max(128, 'Password must be at most 128 characters.')
  .regex(/\p{L}/u, { error: passwordRuleText, abort: true })
  .regex(/\p{Nd}/u, passwordRuleText);

const emailText = z
  .string('Email is required')
  .trim()
  .min(1, { error: 'Email is required', abort: true })
  .max(254, { error: 'Invalid email format', abort: true });

const mailboxPattern =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-+[\p{L}\p{M}\p{N}]+)*\.)+\p{L}[\p{L}\p{M}\p{N}]*(?:-+[\p{L}\p{M}\p{N}]+)*$/u;

/**
 * Whether this is the address of a mailbox in its plain spelling (a dot-atom of RFC 5322, with the letters of any script of
 * RFC 6531): no brackets, quotes, comments or invisible characters, and no address of a machine. Mailers strip or quote these,
 * so that many spellings would arrive at one mailbox. Ask it of no more than 254 characters.
 */
export const isMailbox = (text: string): boolean => mailboxPattern.test(text);

/** An address that is new here; its normal form, by which it is unique, is `normalEmail` of service-kit. */
export const emailSchema = emailText
  .refine(isMailbox, 'Invalid email format')
  // What the pattern says in the words of JSON Schema, where not every program knows letters of all scripts.
  .meta({ format: 'email' });

/** An address that an account may have from the time before `emailSchema` was as strict: it still signs in. */
export const knownEmailSchema = emailText.regex(
  /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u,
  'Invalid email format',
);

export const fullNameSchema = z
  .string('Full name is required')
  .trim()
  // Something to see: a direction mark or a space without width alone is none.
  .regex(/[^\p{C}\p{Z}]/u, 'Full name is required')
  .max(100, 'Full name must be at most 100 characters.');

/** Required only, without a pattern. */
export const phoneNumberSchema = z
  .string('Phone number is required')
  .trim()
  .min(1, 'Phone number is required')
  .max(30, 'Phone number must be at most 30 characters.');

const dateOfBirthText = 'Enter a valid date of birth.';
/** Where a day begins first, clocks are this far ahead of UTC. */
const firstZoneMs = 14 * 60 * 60 * 1000;

/** A day without a time, `YYYY-MM-DD`, that has begun somewhere. */
export const dateOfBirthSchema = z.iso
  .date(dateOfBirthText)
  .refine((day) => Date.parse(day) <= Date.now() + firstZoneMs, dateOfBirthText);

/**
 * A person as answers to that person and to admins show it. `phone` and `number` hold the same value, as do
 * `id` and `_id`, `fullName` and `name`; `isAdmin` follows from the role.
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
  /** Server-relative path of the picture at 256 px; empty when there is none. */
  profileImage: z.string(),
  role: z.enum(['user', 'admin']),
  isAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export type User = z.output<typeof userSchema>;
