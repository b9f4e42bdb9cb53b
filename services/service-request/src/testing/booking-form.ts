/** A repair on a working day after the clock of the tests. */
export const aBooking = (over: Record<string, unknown> = {}) => ({
  name: 'Bikash Rai',
  email: 'bikash@example.com',
  phone: '9801234567',
  model: 'iPhone 15 Pro',
  date: '2026-11-24',
  time: '09:30',
  urgency: 'medium',
  message: 'The screen is cracked.',
  ...over,
});
