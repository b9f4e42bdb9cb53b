import fc from 'fast-check';
import { newOrderNumber, readOrderNumber } from './order-number.ts';

const someNumber = fc
  .array(fc.nat({ max: 31 }), { minLength: 7, maxLength: 7 })
  .map((letters) => newOrderNumber(() => letters.shift() ?? 0));

it('is readable and holds no letter that looks like another one (SIL-35)', () => {
  for (let time = 0; time < 200; time += 1)
    expect(newOrderNumber()).toMatch(/^KM-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
});

it('is read however a person writes it', () => {
  const number = newOrderNumber(() => 1);
  expect(number).toBe('KM-1111-1114');
  for (const typed of ['KM-1111-1114', 'km 1111 1114', '11111114', 'KM-IIII-lll4'])
    expect(readOrderNumber(typed)).toBe('KM-1111-1114');
});

it('notices every single wrong character', () => {
  fc.assert(
    fc.property(someNumber, fc.nat({ max: 7 }), fc.nat({ max: 30 }), (number, index, shift) => {
      const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
      const letters = Array.from(number.replaceAll(/^KM|-/g, ''));
      const before = alphabet.indexOf(letters[index] ?? '');
      const after = (before + 1 + shift) % 32;
      // The sum is taken modulo 31, so that 0 and Z count the same.
      fc.pre(before % 31 !== after % 31);
      letters[index] = alphabet[after] ?? '';
      expect(readOrderNumber(letters.join(''))).toBeUndefined();
    }),
  );
});

it.each(['', 'KM-1111-111', 'KM-1111-11144', 'KM-U111-1114', 'hello'])('%p is no number', (typed) => {
  expect(readOrderNumber(typed)).toBeUndefined();
});
