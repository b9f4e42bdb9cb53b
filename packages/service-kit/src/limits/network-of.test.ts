import { networkOf } from './network-of.ts';

describe('the network of an address (AUTH-L2, A-10)', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:22ff::1', '2001:db8:1:2200::/56'],
    ['2001:db8:1:2201:aaaa:bbbb:cccc:dddd', '2001:db8:1:2200::/56'],
    ['2001:DB8:1:2301::1', '2001:db8:1:2300::/56'],
    ['::1', '0:0:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['1::2:3:4:5', '1:0:0:0::/56'],
    ['not an address', 'not an address'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
