const mappedPrefix = /^::ffff:(?=\d+\.)/i;

/** Groups of an IPv6 address that name a network: three whole ones and the first half of the fourth, 56 bits. */
const networkGroups = 4;

/**
 * Whom an address stands for when requests are counted: itself, or of IPv6 its network of 56 bits, because one subscriber
 * has all addresses of it. An IPv4 address that is written as IPv6 is the same as without.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  if (mappedPrefix.test(address)) return address.replace(mappedPrefix, '');
  const [before = '', after] = address.split('%', 1).join('').split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...tail]
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16) || 0);
  const last = groups.length - 1;
  groups[last] = (groups[last] ?? 0) & 0xff00;
  return `${groups.map((group) => group.toString(16)).join(':')}::/56`;
}
