import { formatDate, formatTime, shopDayOf, shopTimeZone, takeTimeZone } from './shop-time.ts';

const inZone = (timeZone: string) => takeTimeZone({ data: { timeZone } });

afterEach(() => inZone('Asia/Kathmandu'));

it.each([
  ['2026-09-05T10:00:00.000Z', 'long', '5 September 2026'],
  ['2026-09-05T10:00:00.000Z', 'short', '5 Sep 2026'],
  // Nepal time in every browser.
  ['2026-12-31T20:00:00.000Z', 'long', '1 January 2027'],
  ['', 'short', ''],
] as const)('formats the date "%s", %s, as "%s"', (iso, length, text) => {
  expect(formatDate(iso, length)).toBe(text);
});

it('shows times in the time zone of the policy, and in Nepal time before it is known', () => {
  const iso = '2026-12-31T20:05:09.000Z';
  const shown = () => [formatTime(iso), formatTime(iso, 'second'), shopDayOf(new Date(iso)), shopTimeZone()];
  expect(shown()).toEqual(['01:50', '01:50:09', '2027-01-01', 'Asia/Kathmandu']);
  inZone('Europe/Berlin');
  expect(shown()).toEqual(['21:05', '21:05:09', '2026-12-31', 'Europe/Berlin']);
  takeTimeZone({ data: {} });
  expect(shopTimeZone()).toBe('Europe/Berlin');
  // A zone that this browser does not support.
  inZone('Mars/Olympus');
  expect(formatTime(iso)).toBe('01:50');
});

it('formats a date as the same date in every time zone', () => {
  for (const zone of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
    inZone(zone);
    expect(formatDate('2026-12-31', 'long')).toBe('31 December 2026');
  }
});
