import { isIPv4, isIPv6 } from 'node:net';

/**
 * The unit of rate limits: an IPv4 address, also when mapped to IPv6, or the first 56 bits of an IPv6 address, which
 * one household shares.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? leading
      : [...leading, ...Array(8 - leading.length - trailing.length).fill('0'), ...trailing];
  const [group1, group2, group3, group4] = groups.map((group) => Number.parseInt(String(group), 16));
  return `${[group1, group2, group3].map((group) => (group ?? 0).toString(16)).join(':')}:${((group4 ?? 0) & 0xff00).toString(16)}::/56`;
}

/** The network of an address: /24 of IPv4, /48 of IPv6, which one subscriber can have. */
export function wideNetworkOf(address: string): string {
  const household = networkOf(address);
  return isIPv4(household)
    ? household.replace(/\d+$/, '0/24')
    : household.replace(/:[0-9a-f]+::\/56$/, '::/48');
}
