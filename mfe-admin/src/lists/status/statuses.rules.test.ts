import { toneOf, wordOf } from './statuses.rules.ts';

it('each status has one color on every screen (ACONST-01)', () => {
  const tones = ['pending', 'processing', 'shipped', 'delivered', 'completed', 'cancelled', 'expired'].map(
    toneOf,
  );
  expect(tones).toEqual(['warn', 'info', 'violet', 'ok', 'pine', 'bad', 'mute']);
});

it('a status is read as a word', () => {
  expect(['in-repair', 'paid'].map(wordOf)).toEqual(['In repair', 'Paid']);
});
