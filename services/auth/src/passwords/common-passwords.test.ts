import { requireUncommonPassword } from './common-passwords.ts';

it.each(['abc123', 'password1', 'Password1', 'PASSW0RD', 'qwerty123'])('refuses %s (AUTH-P6)', (password) => {
  expect(() => requireUncommonPassword(password)).toThrow(/strangers try first/);
});

it.each(['Orchid77', 'abc124-and-more', 'Everest8848', 'पासवर्ड7'])('accepts %s (AUTH-P6)', (password) => {
  expect(() => requireUncommonPassword(password)).not.toThrow();
});
