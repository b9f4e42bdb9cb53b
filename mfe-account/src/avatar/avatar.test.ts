import { avatarAt, initialsOf } from './avatar.tsx';

describe('a user without a picture', () => {
  it.each([
    ['Aarati Gurung', 'AG'],
    ['aarati devi gurung', 'AG'],
    ['Aarati', 'A'],
    ['  ', ''],
    ['आरती गुरुङ', 'आग'],
    ['𝒜 b', '𝒜B'],
  ])('named "%s" is shown as "%s"', (name, letters) => {
    expect(initialsOf(name)).toBe(letters);
  });
});

it('uses the size in which the picture is rendered', () => {
  expect(avatarAt('/uploads/avatars/a1/256.webp', 64)).toBe('/uploads/avatars/a1/64.webp');
});
