import type { genders, User } from '@kinmel/contracts';
import { uploadLimits } from '@kinmel/contracts/browser';
import type { SessionUser } from '@kinmel/web-kit';

type Gender = (typeof genders)[number];

/** An account as in an answer; missing fields are unchanged. */
export type Account = Partial<User>;

/** The editable fields; an empty text clears one. */
export interface ProfileFields {
  readonly fullName: string;
  readonly dateOfBirth: string;
  readonly location: string;
  readonly bio: string;
  readonly gender: Gender | '';
}

/** Display time of a message on this page, in milliseconds. */
export const messageMs = 3000;

export const genderLabels: Readonly<Record<Gender, string>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
  'prefer-not-to-say': 'Prefer not to say',
};
const isGender = (value: string): value is Gender => Object.hasOwn(genderLabels, value);
export const genderOf = (value: string): Gender | '' => (isGender(value) ? value : '');

/** The part of the e-mail before the @, with a leading @. */
export const usernameOf = (email: string) => `@${email.slice(0, email.lastIndexOf('@'))}`;

/** The initial values of the form. */
export const fieldsOf = (account: Account): ProfileFields => ({
  fullName: account.fullName ?? account.name ?? '',
  dateOfBirth: account.dateOfBirth ?? '',
  location: account.location ?? '',
  bio: account.bio ?? '',
  gender: account.gender ?? '',
});

/** Either field name is accepted. */
export const phoneOf = ({ phone, number }: Account) => phone ?? number ?? '';

/** Specified texts for a picture that is refused. */
export const pictureTypeText = 'Please select a valid image file (JPEG, PNG, or GIF)';
export const pictureHint = `JPEG, PNG or GIF, up to ${uploadLimits.avatar.text}`;
export const pictureSizeText = `Image size must be less than ${uploadLimits.avatar.text}`;
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];

/** The error of a chosen file; undefined when it is accepted. */
export function pictureError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!pictureTypes.includes(type)) return pictureTypeText;
  return size > uploadLimits.avatar.maxBytes ? pictureSizeText : undefined;
}

/** Merges an answer into the stored user; missing fields, such as role and picture, stay. */
export function mergeAccount(user: SessionUser, account: Account): SessionUser {
  const fields = Object.fromEntries(Object.entries(account).filter(([, value]) => value !== undefined));
  return { ...user, ...fields, id: user.id, name: account.fullName ?? account.name ?? user.name };
}
