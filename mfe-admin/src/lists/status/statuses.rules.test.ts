import { sentenceCase, toneOf } from './statuses.rules.ts';

it('gives each status one color (ACONST-01)', () => {
  const tones = ['pending', 'processing', 'shipped', 'delivered', 'completed', 'cancelled', 'expired'].map(
    toneOf,
  );
  expect(tones).toEqual(['warn', 'info', 'violet', 'ok', 'pine', 'bad', 'mute']);
});

it('writes a status in sentence case', () => {
  expect(['in-repair', 'paid'].map(sentenceCase)).toEqual(['In repair', 'Paid']);
});
