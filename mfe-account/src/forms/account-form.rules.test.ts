import { emailSchema, newPasswordSchema, passwordRuleText as serverText } from '@kinmel/contracts';
import { emailError, newPasswordError, passwordError, passwordRuleText } from './account-form.rules.ts';

describe('form validation matches that of the server', () => {
  it.each(['', ' ', 'a', 'a@b', '@b.c', 'a b@c.d', 'a@b.c', ' a@b.c ', 'ä@bücher.example'])(
    'for the e-mail "%s" (LOGIN-07, LOGIN-08)',
    (email) => {
      expect(emailError(email)).toBe(emailSchema.safeParse(email).error?.issues[0]?.message);
    },
  );

  it.each([
    '',
    'ab1',
    'abcdef',
    '123456',
    'abcde1',
    'पासवर्ड१२',
    `a1${'x'.repeat(126)}`,
    `a1${'x'.repeat(127)}`,
  ])('as a new password: "%s" (SIGN-06)', (password) => {
    expect(newPasswordError(password)).toBe(newPasswordSchema.safeParse(password).error?.issues[0]?.message);
    expect(passwordRuleText).toBe(serverText);
  });
});

it('a password to sign in with needs only six characters (LOGIN-09, LOGIN-10)', () => {
  expect(['', '12345', '123456'].map(passwordError)).toEqual([
    'Password is required',
    'Password must be at least 6 characters',
    undefined,
  ]);
});
