import { shopDays } from '@kinmel/service-kit';
import type { Device } from './device.rules.ts';
import { promisedAtOf, waitsFor } from './device-work.rules.ts';

const calendar = { dayOf: shopDays('Asia/Kathmandu'), closedDays: new Set<string>() };
const history = [{ at: new Date('2026-11-23T06:00:00Z') }];

it.each<[Device['place'], Device['purchase'], string | undefined, string | undefined]>([
  ['received', 'to-inspect', 'to-inspect', '2026-11-24T18:15:00.000Z'],
  ['returned', 'agreed', 'to-inspect', '2026-11-24T18:15:00.000Z'],
  ['workshop', 'agreed', 'to-repair', '2026-11-26T18:15:00.000Z'],
  ['awaited', 'agreed', 'to-get-back', '2026-11-26T18:15:00.000Z'],
  ['received', 'declined', 'to-send-back', '2026-11-24T18:15:00.000Z'],
  ['inspected', 'declined', 'to-send-back', '2026-11-24T18:15:00.000Z'],
  ['customer', 'declined', undefined, undefined],
  ['inspected', 'agreed', undefined, undefined],
  ['for-sale', 'agreed', undefined, undefined],
])(
  'a device that is %s and %s waits for this step of staff: %s (DEV-D18)',
  (place, purchase, status, promisedAt) => {
    const device = { place, purchase, history } as unknown as Device;
    expect(waitsFor(device)).toBe(status);
    expect(promisedAtOf(device, calendar)?.toISOString()).toBe(promisedAt);
  },
);
