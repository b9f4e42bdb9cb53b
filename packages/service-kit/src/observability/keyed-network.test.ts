import { createKeyedNetwork } from './keyed-network.ts';

const dayMs = 24 * 60 * 60_000;

it('is one value per network and day, and does not contain the address', () => {
  let nowMs = 10 * dayMs;
  const keyedNetwork = createKeyedNetwork(() => nowMs);
  const name = keyedNetwork('203.0.113.7');
  expect(name).toMatch(/^[\w-]{16}$/);
  expect(keyedNetwork('203.0.113.200')).toBe(name);
  expect(keyedNetwork('::ffff:203.0.113.9')).toBe(name);
  expect(keyedNetwork('203.0.114.7')).not.toBe(name);
  const household = keyedNetwork('2001:db8:7:1::1');
  expect(keyedNetwork('2001:db8:7:ff00::2')).toBe(household);
  expect(keyedNetwork('2001:db8:8::1')).not.toBe(household);
  expect(createKeyedNetwork(() => nowMs)('203.0.113.7')).not.toBe(name);
  nowMs += dayMs;
  expect(keyedNetwork('203.0.113.7')).not.toBe(name);
});
