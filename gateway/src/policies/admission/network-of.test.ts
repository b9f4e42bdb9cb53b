import { networkOf } from './network-of.ts';

describe('the network that an address stands for (K-11)', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2ff:a:b:c:d', '2001:db8:1:200::/56'],
    ['2001:db8:1:200::1', '2001:db8:1:200::/56'],
    ['2001:DB8:0001:02ab::', '2001:db8:1:200::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('of one subscriber is one, however often the last 72 bits change, and of two subscribers it is two', () => {
    const own = Array.from({ length: 50 }, (_, index) => networkOf(`2001:db8:1:2${index % 10}0::${index}`));
    expect(new Set(own).size).toBe(1);
    expect(networkOf('2001:db8:1:300::1')).not.toBe(own[0]);
  });
});
