import { contactErrors } from './contact.rules.ts';

const emailError = (email: string) => contactErrors({ name: 'Ram', email, phone: '1' }).email;

describe('the e-mail address of a form (SELL-10)', () => {
  it.each(['v@x.example', "Asha.O'Neill+shop@mail.x.example", 'आशा@डाटा.भारत'])('is taken: %s', (email) => {
    expect(emailError(email)).toBeUndefined();
  });

  it.each([
    ...'<>(),;:"\\[]'.split('').map((sign) => `v${sign}w@x.example`),
    '<v@x.example>',
    'v\u0000@x.example',
    'v\u200b@x.example',
    'v@x',
  ])('is refused before it is sent: %j', (email) => {
    expect(emailError(email)).toBe('Please enter a valid email address');
  });
});
