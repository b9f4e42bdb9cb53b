import { defaultTimeZone } from '@kinmel/contracts/browser';
import { takeTimeZone } from '@kinmel/web-kit/host';
import { parseShopTime } from './shop-moment.ts';

const inZone = (timeZone: string) => takeTimeZone({ data: { timeZone } });

afterEach(() => inZone(defaultTimeZone));

it.each([
  ['Asia/Kathmandu', '2026-11-21T14:05', '2026-11-21T08:20:00.000Z'],
  ['Europe/Berlin', '2026-07-01T00:00', '2026-06-30T22:00:00.000Z'],
  // The hours before and after clocks go forward and back.
  ['Europe/Berlin', '2026-03-29T01:30', '2026-03-29T00:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T03:30', '2026-10-25T02:30:00.000Z'],
  ['America/New_York', '2026-11-01T00:00', '2026-11-01T04:00:00.000Z'],
])('in %s, %s is %s', (zone, clock, moment) => {
  inZone(zone);
  expect(parseShopTime(clock).toISOString()).toBe(moment);
});

it.each(['', '2026-13-01T00:00', 'soon'])('gives an invalid date for "%s"', (clock) => {
  expect(parseShopTime(clock).getTime()).toBeNaN();
});
