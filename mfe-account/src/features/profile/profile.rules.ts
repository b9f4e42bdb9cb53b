import type { genders, User } from '@kinmel/contracts';
import type { SessionUser } from '@kinmel/web-kit';

type Gender = (typeof genders)[number];

/** An account as an answer names it; what it leaves out stays as it was. */
export type Account = Partial<User>;

/** The fields that their owner may change; an empty text clears one. */
export interface ProfileFields {
  readonly fullName: string;
  readonly dateOfBirth: string;
  readonly location: string;
  readonly bio: string;
  readonly gender: Gender | '';
}

/** How long a message of this page stays, in milliseconds. */
export const messageMs = 3000;

/** The words of each choice. */
export const genderWords: Readonly<Record<Gender, string>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
  'prefer-not-to-say': 'Prefer not to say',
};
const isGender = (value: string): value is Gender => Object.hasOwn(genderWords, value);
export const genderOf = (value: string): Gender | '' => (isGender(value) ? value : '');

/** The part of the address before the @, with a leading @. */
export const usernameOf = (email: string) => `@${email.slice(0, email.lastIndexOf('@'))}`;

/** What the form begins with, and goes back to by Cancel. */
export const fieldsOf = (account: Account): ProfileFields => ({
  fullName: account.fullName ?? account.name ?? '',
  dateOfBirth: account.dateOfBirth ?? '',
  location: account.location ?? '',
  bio: account.bio ?? '',
  gender: account.gender ?? '',
});

/** Read under either of their names. */
export const phoneOf = ({ phone, number }: Account) => phone ?? number ?? '';

/** Texts of the document for a picture that cannot be taken. */
export const pictureTypeText = 'Please select a valid image file (JPEG, PNG, or GIF)';
export const pictureSizeText = 'Image size must be less than 5MB';
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];
/** Accepted to the byte. */
const mostBytes = 5 * 1024 * 1024;

/** What is wrong with a chosen file; undefined when nothing is. */
export function pictureError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!pictureTypes.includes(type)) return pictureTypeText;
  return size > mostBytes ? pictureSizeText : undefined;
}

/**
 * The stored user with what an answer says anew. What the answer leaves out stays, role and picture among it.
 */
export function mergeAccount(user: SessionUser, account: Account): SessionUser {
  const given = Object.fromEntries(Object.entries(account).filter(([, value]) => value !== undefined));
  return { ...user, ...given, id: user.id, name: account.fullName ?? account.name ?? user.name };
}
