import { changePassword, deleteUser, logIn } from './auth-endpoints.ts';

describe('password fields of the endpoints', () => {
  const email = 'ram@example.com';
  const forms = [
    ['to sign in', logIn, (password: unknown) => ({ email, password })],
    [
      'to change it',
      changePassword,
      (currentPassword: unknown) => ({ currentPassword, password: 'Orchid77' }),
    ],
    ['to delete the account', deleteUser, (password: unknown) => ({ password })],
  ] as const;

  it.each(forms)('%s refuses a missing or too long password with a message', (_purpose, { body }, bodyOf) => {
    const messageFor = (password: unknown) => body?.safeParse(bodyOf(password)).error?.issues[0]?.message;
    expect([undefined, null, '', 7].map(messageFor)).toEqual(Array(4).fill('Password is required'));
    expect(messageFor('a'.repeat(1024))).toBeUndefined();
    expect(messageFor('a'.repeat(1025))).toBe('Password must be at most 1024 characters.');
  });
});
