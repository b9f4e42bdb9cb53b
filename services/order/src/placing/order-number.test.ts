import { newOrderNumber } from './order-number.ts';

it('has no letters that look alike (SIL-35)', () => {
  for (let time = 0; time < 200; time += 1)
    expect(newOrderNumber()).toMatch(/^KM-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
});

it('ends with a check character', () => {
  expect(newOrderNumber(() => 1)).toBe('KM-1111-1114');
});
