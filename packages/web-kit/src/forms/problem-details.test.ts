import { fieldErrorsOf, problemDetails } from './problem-details.ts';

const refusal = (details: unknown) => ({ status: 400, data: { success: false, details } });

it('are read from a refusal, without invalid entries', () => {
  const email = { path: 'email', message: 'Wrong.' };
  expect(problemDetails(refusal([email, null, 'x', { path: 'name' }, { path: 1, message: 'x' }]))).toEqual([
    email,
  ]);
});

it.each([undefined, null, 'x', {}, { data: 'x' }, refusal('x'), refusal(undefined)])(
  'are none in %p',
  (error) => {
    expect(problemDetails(error)).toEqual([]);
  },
);

it('give the first message of each form field', () => {
  const details = [
    { path: 'email', message: 'First.' },
    { path: 'email', message: 'Second.' },
    { path: 'other', message: 'Of no field.' },
  ];
  expect(fieldErrorsOf(refusal(details), ['email', 'name'])).toEqual({ email: 'First.' });
});
