import type { BodyOf, DevicePlace, inspectDevice as inspectEndpoint, Policy } from '@kinmel/contracts';
import { type PersonalPhotos, unusedPhotos } from '@kinmel/pictures';
import {
  type AuditContext,
  auditEntry,
  type Call,
  failpoint,
  type Logger,
  type NewAuditEntry,
  ProblemError,
  partUnavailable,
} from '@kinmel/service-kit';
import type { DeviceKey } from '../identifiers/device-key.ts';
import type { OffersStore } from '../offers/offers.store.ts';
import {
  addPart,
  type Change,
  type ChangeContext,
  type Device,
  inspect,
  move,
  type Part,
} from './device.rules.ts';
import { photoAddress } from './device-answer.ts';
import type { DevicesStore } from './devices.store.ts';

export interface DevicesContext extends AuditContext {
  readonly devices: DevicesStore;
  readonly offers: OffersStore;
  readonly key: DeviceKey;
  readonly photos: PersonalPhotos;
  /** Undefined when it is not known. */
  readonly policyInForce: () => Promise<Pick<Policy, 'tradeIn' | 'rates'> | undefined>;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Called after a save to publish the outbox. */
  readonly sendEvents: () => void;
}

/** The caller of a change. */
export type Caller = Pick<Call<unknown, unknown, unknown>, 'staff' | 'traceparent'>;

export const changeContext = ({ now }: DevicesContext, { staff, traceparent }: Caller): ChangeContext => ({
  now: now(),
  who: staff?.person ?? null,
  traceparent,
});

/** Throws not-found. */
export async function findDevice({ devices }: Pick<DevicesContext, 'devices'>, id: string): Promise<Device> {
  const found = await devices.find(id);
  if (!found) throw new ProblemError('not-found', 'There is no such device.');
  return found;
}

/** D10: what of a device the audit shows; the identifiers are not among it. */
const audited = ({ place, purchase, inspection, parts, photoIds, sellRequest }: Device) => ({
  place,
  purchase,
  grade: inspection?.grade,
  checklist: inspection?.checklist,
  parts: parts.map(({ name }) => name).join(', '),
  photos: photoIds.length,
  sellRequest: sellRequest.reference,
});

export const deviceEntry = (
  { staff }: Caller,
  before: Device | undefined,
  after: Device,
  note = '',
): NewAuditEntry | undefined =>
  auditEntry(
    staff,
    { kind: 'device', id: after.id },
    { before: before && audited(before), after: audited(after), shown: 'all', note },
  );

/** D6: decides on the stored device and saves it once. */
export async function changeDevice(
  context: DevicesContext,
  before: Device,
  caller: Caller,
  decide: (device: Device, change: ChangeContext) => Change,
  note?: string,
): Promise<Device> {
  const { device, events } = decide(before, changeContext(context, caller));
  const entry = deviceEntry(caller, before, device, note);
  if (!(await context.devices.save(before, device, { events, entry })))
    throw new ProblemError(
      'version-conflict',
      'Somebody changed this device meanwhile. Please look at it again.',
    );
  failpoint('device.after-change');
  context.sendEvents();
  return device;
}

export async function inspectDevice(
  context: DevicesContext,
  id: string,
  body: BodyOf<typeof inspectEndpoint>,
  caller: Caller,
): Promise<Device> {
  const { devices, photos, key } = context;
  const before = await findDevice(context, id);
  const policy = await context.policyInForce();
  if (!policy) throw partUnavailable(new Error('the grades of the policy are not known'));
  const photoIds = await unusedPhotos(photos, body.photoIds, devices.photosInUse);
  return changeDevice(
    context,
    before,
    caller,
    (device, change) => inspect(device, body, photoIds, policy.tradeIn.grades, photoAddress(key, id), change),
    body.note,
  );
}

/** D13: a device on sale is withdrawn before it is moved; a repeated call goes on. */
export const moveDevice = async (
  context: DevicesContext & { readonly shop: { readonly withdraw: (deviceId: string) => Promise<void> } },
  id: string,
  wanted: { version: number; place: DevicePlace; note: string },
  caller: Caller,
): Promise<Device> => {
  const before = await findDevice(context, id);
  // Refuses what is not possible before anything changes.
  move(before, wanted, changeContext(context, caller));
  if (before.place === 'for-sale') await context.shop.withdraw(id);
  return changeDevice(context, before, caller, (device, change) => move(device, wanted, change), wanted.note);
};

export const addDevicePart = async (
  context: DevicesContext,
  id: string,
  part: Omit<Part, 'at'> & { version: number },
  caller: Caller,
): Promise<Device> =>
  changeDevice(context, await findDevice(context, id), caller, (device, change) =>
    addPart(device, part, change),
  );
