import { aUser } from '@kinmel/testing/page';
import {
  fieldsOf,
  genderLabels,
  genderOf,
  mergeAccount,
  phoneOf,
  pictureError,
  usernameOf,
} from './profile.rules.ts';
import {
  accountAnswer,
  avatarAnswer,
  exportAnswer,
  sessionsAnswer,
  updateAnswer,
} from './profile-answers.ts';

describe('an account', () => {
  it.each([
    ['aarati@example.com', '@aarati'],
    ['a.b+c@example.com', '@a.b+c'],
    ['"a@b"@example.com', '@"a@b"'],
  ])('of %s has the username %s (PROF-05, SIL-45)', (email, username) => {
    expect(usernameOf(email)).toBe(username);
  });

  it('offers exactly the four genders (PROF-26)', () => {
    expect(Object.keys(genderLabels)).toEqual(['male', 'female', 'other', 'prefer-not-to-say']);
    expect([genderOf('other'), genderOf(''), genderOf('toString')]).toEqual(['other', '', '']);
  });

  it('is read under either name of a field (CONF-67)', () => {
    expect(fieldsOf({ name: 'Aarati' }).fullName).toBe('Aarati');
    expect(phoneOf({ number: '1' })).toBe('1');
    expect(accountAnswer.safeParse({ data: { email: 'a@b.c' } }).data).toEqual({ email: 'a@b.c' });
    expect(accountAnswer.safeParse({ user: { email: 'a@b.c' } }).data).toEqual({ email: 'a@b.c' });
  });

  it('is refused when malformed', () => {
    for (const answer of [null, 'text', {}, { data: [] }, { data: { email: 7 } }])
      expect(accountAnswer.safeParse(answer).data).toBeUndefined();
  });
});

describe('the stored user after an update', () => {
  const user = aUser({ role: 'admin', profileImage: '/uploads/avatars/a/256.webp', bio: 'Old.' });

  it('has the fields of the answer (PROF-20)', () => {
    const merged = mergeAccount(user, { fullName: 'Ram Thapa', bio: 'New.', gender: null });
    expect(merged).toEqual({ ...user, fullName: 'Ram Thapa', name: 'Ram Thapa', bio: 'New.' });
  });

  it.each(['missing', 'undefined'])('keeps role and picture when they are %s (PROF-21, PROF-22)', (how) => {
    const answer = how === 'missing' ? {} : { role: undefined, profileImage: undefined, name: undefined };
    expect(mergeAccount(user, answer)).toEqual(user);
  });

  it('has the sent values when the response has no account', () => {
    const sentFields = { fullName: 'Ram', dateOfBirth: '', location: 'Patan', bio: '', gender: '' } as const;
    const read = (answer: object) => updateAnswer(sentFields).safeParse(answer).data;
    expect(read({ success: true })).toEqual({ ...sentFields, dateOfBirth: null, gender: null });
    const user = { email: 'a@b.c', bio: 'Other.' };
    expect(read({ success: true, user })).toMatchObject({ fullName: 'Ram', bio: 'Other.' });
  });
});

describe('a chosen picture', () => {
  it.each(['image/jpeg', 'image/jpg', 'image/png', 'image/gif'])('may be %s (PROF-24)', (type) => {
    expect(pictureError({ type, size: 1 })).toBeUndefined();
  });

  it.each(['image/webp', 'image/svg+xml', 'text/html', 'application/pdf', ''])(
    'is refused when it is "%s" (PROF-24)',
    (type) => {
      expect(pictureError({ type, size: 1 })).toBe('Please select a valid image file (JPEG, PNG, or GIF)');
    },
  );

  it('may have at most 5242880 bytes (PROF-25, CONF-45)', () => {
    expect(pictureError({ type: 'image/png', size: 5_242_880 })).toBeUndefined();
    expect(pictureError({ type: 'image/png', size: 5_242_881 })).toBe('Image size must be less than 5MB');
  });

  it('is returned as its path, with or without the account (API-15, ENT-23)', () => {
    const profileImage = '/uploads/avatars/b/256.webp';
    expect(avatarAnswer.safeParse({ profileImage }).data).toEqual({ profileImage });
    const read = avatarAnswer.safeParse({ profileImage, user: aUser() }).data;
    expect(read).toEqual({ ...aUser(), profileImage });
    expect(avatarAnswer.safeParse({ user: aUser() }).data).toBeUndefined();
  });
});

it('reads sessions and drops invalid ones', () => {
  const data = [{ sessionId: 'a' }, null, {}];
  expect(sessionsAnswer.safeParse({ data }).data).toEqual([{ sessionId: 'a' }]);
  expect(sessionsAnswer.safeParse({}).data).toBeUndefined();
});

it('names the export file by its date', () => {
  const exportedData = { exportedAt: '2026-11-21T10:00:00.000Z', user: { email: 'a@b.c' } };
  const file = exportAnswer.safeParse({ success: true, ...exportedData }).data;
  expect(file?.name).toBe('kinmel-my-data-2026-11-21.json');
  expect(JSON.parse(file?.text ?? '')).toEqual(exportedData);
  expect(exportAnswer.safeParse({ success: true }).data).toBeUndefined();
});
