import { deviceLife, usedPhoneFields, usedPhoneName } from '@kinmel/contracts';
import { promisedUntil, type ShopCalendar, type WorkSource } from '@kinmel/service-kit';
import { costOf, type Device, ownParts } from './device.rules.ts';

/** DEV-D18: the next step of staff; undefined when there is none. */
export function waitsFor({ place, purchase }: Pick<Device, 'place' | 'purchase'>): string | undefined {
  if (purchase === 'declined' && place !== 'customer') return 'to-send-back';
  if (place === 'workshop') return 'to-repair';
  if (place === 'awaited') return 'to-get-back';
  return place === 'received' || place === 'returned' ? 'to-inspect' : undefined;
}

/** DEV-D18: the promised time of that step; null without one. */
export function promisedAtOf(device: Omit<Device, 'id'>, calendar: ShopCalendar): Date | null {
  if (waitsFor(device) === undefined) return null;
  const { promised = { businessDays: 1 } } = deviceLife.statuses[device.place];
  return promisedUntil(promised, device.history.at(-1)?.at ?? device.createdAt, calendar);
}

/** Such as "Apple iPhone 12, 128 GB, Blue, …4321"; in the workshop followed by its parts with minutes and cost. */
function workTitle(device: Device): string {
  const names = [usedPhoneName(device), ...device.identifiers.map(({ lastFour }) => `…${lastFour}`)];
  if (device.place !== 'workshop') return names.join(', ');
  const parts = ownParts(device);
  const minutes = parts.reduce((sum, part) => sum + part.minutes, 0);
  const cost = costOf({ ...device, price: null }).amountInMinorUnits / 100;
  names.push(`parts: ${parts.length}`, `${minutes} minutes`, `NPR ${cost.toLocaleString('en-US')}`);
  return names.join(', ');
}

/** DEV-D18: the entry of a device in the work queue. */
export const deviceWork: WorkSource<Device> = {
  kind: 'device',
  collection: 'devices',
  fields: [...usedPhoneFields, 'identifiers.lastFour', 'place', 'purchase', 'parts', 'history'],
  describe: (device) => ({ title: workTitle(device), status: waitsFor(device) ?? '', customerName: '' }),
};
