import { type DeviceAnswer, type OfferFindings, type Passport, usedPhoneFields } from '@kinmel/contracts';
import { pick } from '@kinmel/service-kit';
import type { DeviceKey } from '../identifiers/device-key.ts';
import { costOf, type Device, isPaymentStopped, usualStepsOf } from './device.rules.ts';

const iso = (date: Date): string => date.toISOString();
const isoOrNull = (date: Date | null) => (date === null ? null : iso(date));
const withIso = <Fields extends { readonly at: Date }>(fields: Fields) => ({ ...fields, at: iso(fields.at) });

const identifiersOf = ({ identifiers }: Device) => identifiers.map((one) => pick(one, 'kind', 'lastFour'));

/** DEV-D9: the public address of a photo, for everybody with the code of the device. */
export const photoAddress = (key: DeviceKey, deviceId: string) => (photoId: string) =>
  `/api/passport/${key.passportToken(deviceId)}/photos/${photoId}`;

/** The public links of a device: its passport and its photos. */
export const publicLinksOf = (key: DeviceKey, { id, photoIds }: Pick<Device, 'id' | 'photoIds'>) => ({
  passportLink: `/passport/${key.passportToken(id)}`,
  photos: photoIds.map(photoAddress(key, id)),
});

export function deviceAnswer(
  device: Device,
  key: DeviceKey,
  blocklist: OfferFindings['blocklist'],
): DeviceAnswer {
  const { id, photoIds, inspection, parts, history } = device;
  return {
    ...pick(device, 'id', ...usedPhoneFields, 'place', 'sellRequest', 'purchase', 'version'),
    identifiers: identifiersOf(device),
    blocklist,
    ...(isPaymentStopped(device) ? { isPaymentStopped: true } : {}),
    usualSteps: usualStepsOf(device),
    inspection: inspection && withIso(inspection),
    photos: photoIds.map((photoId) => ({ id: photoId, path: `/api/admin/devices/${id}/photos/${photoId}` })),
    parts: parts.map(withIso),
    cost: costOf(device),
    sale: device.sale,
    warrantyUntil: isoOrNull(device.warrantyUntil),
    passportLink: publicLinksOf(key, device).passportLink,
    history: history.map(({ who, ...step }) => ({ ...withIso(step), who: who && who.name })),
    createdAt: iso(device.createdAt),
    updatedAt: iso(device.updatedAt),
  };
}

/** DEV-D9: without people, prices and full identifiers. */
export const passportAnswer = (
  device: Device,
  { note: _note, ...inspection }: NonNullable<Device['inspection']>,
  key: DeviceKey,
): Passport => ({
  ...pick(device, ...usedPhoneFields),
  identifiers: identifiersOf(device),
  inspection: withIso(inspection),
  parts: device.parts.map(({ name, at }) => ({ name, at: iso(at) })),
  warrantyUntil: isoOrNull(device.warrantyUntil),
  photos: publicLinksOf(key, device).photos,
});
