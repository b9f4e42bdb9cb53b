import type { genders, Session, User } from '@kinmel/contracts';
import type { SessionUser } from '@kinmel/web-kit';

type Gender = (typeof genders)[number];

/** An account as an answer names it; what it leaves out stays as it was. */
export type Account = Partial<User>;

/** The fields that their owner may change (PROF-08, PROF-27); an empty text clears one. */
export interface ProfileFields {
  readonly fullName: string;
  readonly dateOfBirth: string;
  readonly location: string;
  readonly bio: string;
  readonly gender: Gender | '';
}

/** How long a message of this page stays, in milliseconds (PROF-18, PROF-19). */
export const messageMs = 3000;

/** The words of each choice (PROF-26). */
export const genderWords: Readonly<Record<Gender, string>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
  'prefer-not-to-say': 'Prefer not to say',
};
const isGender = (value: string): value is Gender => Object.hasOwn(genderWords, value);
export const genderOf = (value: string): Gender | '' => (isGender(value) ? value : '');

/** The part of the address before the @, with a leading @ (decision SIL-45). */
export const usernameOf = (email: string) => `@${email.slice(0, email.lastIndexOf('@'))}`;

/** What the form begins with, and goes back to by Cancel (PROF-16). */
export const fieldsOf = (account: Account): ProfileFields => ({
  fullName: account.fullName ?? account.name ?? '',
  dateOfBirth: account.dateOfBirth ?? '',
  location: account.location ?? '',
  bio: account.bio ?? '',
  gender: account.gender ?? '',
});

/** Read under either of their names (decision CONF-67). */
export const phoneOf = ({ phone, number }: Account) => phone ?? number ?? '';

/** Texts of the document for a picture that cannot be taken. */
export const pictureTypeText = 'Please select a valid image file (JPEG, PNG, or GIF)';
export const pictureSizeText = 'Image size must be less than 5MB';
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];
/** Accepted to the byte (decision CONF-45). */
const mostBytes = 5 * 1024 * 1024;

/** What is wrong with a chosen file; undefined when nothing is (PROF-24, PROF-25). */
export function pictureError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!pictureTypes.includes(type)) return pictureTypeText;
  return size > mostBytes ? pictureSizeText : undefined;
}

/**
 * The stored user with what an answer says anew (PROF-20). What the answer leaves out stays, role and picture among it
 * (PROF-21, PROF-22).
 */
export function mergeAccount(user: SessionUser, account: Account): SessionUser {
  const given = Object.fromEntries(Object.entries(account).filter(([, value]) => value !== undefined));
  return { ...user, ...given, id: user.id, name: account.fullName ?? account.name ?? user.name };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The account of an answer; undefined when it names nobody. */
export function readAccount(answer: unknown): Account | undefined {
  const account = isRecord(answer) ? (answer.data ?? answer.user) : undefined;
  // The contract's own shape: what a page shows of it is text.
  return isRecord(account) && typeof account.email === 'string' ? (account as Account) : undefined;
}

/** An update may be answered without the account: then what was sent is what holds. */
export function readUpdate(answer: unknown, sent: ProfileFields): Account | undefined {
  if (!isRecord(answer) || answer.success === false) return undefined;
  const { dateOfBirth, gender, ...texts } = sent;
  return {
    ...texts,
    dateOfBirth: dateOfBirth || null,
    gender: gender || null,
    ...readAccount(answer),
  };
}

/** The path of the new picture, with the account if the answer has it (API-15). */
export function readAvatar(answer: unknown): Account | undefined {
  if (!isRecord(answer) || typeof answer.profileImage !== 'string') return undefined;
  return { ...readAccount(answer), profileImage: answer.profileImage };
}

export function readSessions(answer: unknown): readonly Session[] | undefined {
  const list = isRecord(answer) ? answer.data : undefined;
  if (!Array.isArray(list)) return undefined;
  return list.filter(
    (entry: unknown): entry is Session => isRecord(entry) && typeof entry.sessionId === 'string',
  );
}

/** The file that "Download my data" gives, with its day in the name. */
export function readExport(answer: unknown): { readonly name: string; readonly text: string } | undefined {
  if (!isRecord(answer) || !isRecord(answer.user)) return undefined;
  const { success: _success, ...all } = answer;
  const day = typeof all.exportedAt === 'string' ? `-${all.exportedAt.slice(0, 10)}` : '';
  return { name: `kinmel-my-data${day}.json`, text: `${JSON.stringify(all, null, 2)}\n` };
}
