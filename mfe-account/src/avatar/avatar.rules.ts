/** Placeholder of a missing picture: first letters of the first and the last name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last].map((word) => Array.from(word)[0]?.toLocaleUpperCase('en') ?? '').join('');
}

/** The stored picture in another size; auth stores 64, 128 and 256 px. */
export const avatarAt = (profileImage: string, pixels: 64 | 128 | 256) =>
  profileImage.replace(/\/\d+\.webp$/, `/${pixels}.webp`);
