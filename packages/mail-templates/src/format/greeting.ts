/** Letters of any script with the marks that names have; no digits, slashes, colons or at signs. */
const plainName = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,39}$/u;

/**
 * `Hello Asha Rai,` or, when the name is not plainly a name, `Hello,`. Whoever signs up with somebody else's address
 * chooses the name: an advertisement or a link in it must not reach that somebody in our mail.
 */
export function greeting(name: string): string {
  const trimmed = name.trim();
  return plainName.test(trimmed) ? `Hello ${trimmed},` : 'Hello,';
}
