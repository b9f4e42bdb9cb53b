import type { DevicePlace, Policy } from '@kinmel/contracts';
import type { PersonalPhotos } from '@kinmel/pictures';
import {
  type AdditionalWrite,
  auditEntry,
  type Call,
  changeRecord,
  failpoint,
  type NewAuditEntry,
  ProblemError,
  type ServiceBasis,
} from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { DeviceKey } from '../identifiers/device-key.ts';
import type { SellRequestsStore } from '../sell-requests/sell-requests.store.ts';
import {
  addPart,
  type Change,
  type ChangeContext,
  type Device,
  endsPurchase,
  listedVersionOf,
  move,
  type Part,
  sendBackUnpaid,
} from './device.rules.ts';
import type { DevicesStore } from './devices.store.ts';

export interface DevicesContext
  extends Pick<ServiceBasis, 'audit' | 'logger' | 'now' | 'newId' | 'sendEvents'> {
  readonly devices: DevicesStore;
  readonly sellRequests: SellRequestsStore;
  readonly key: DeviceKey;
  readonly photos: PersonalPhotos;
  /** The current policy; undefined until it was read once. */
  readonly policyInForce: () => Promise<Pick<Policy, 'tradeIn' | 'rates'> | undefined>;
}

/** The caller of a change. */
export type Caller = Pick<Call<unknown, unknown, unknown, 'admin'>, 'staff' | 'traceparent'>;

export const changeContext = ({ now }: DevicesContext, { staff, traceparent }: Caller): ChangeContext => ({
  now: now(),
  who: staff.person,
  traceparent,
});

/** Rejects with `not-found` for an unknown device. */
export async function findDevice({ devices }: Pick<DevicesContext, 'devices'>, id: string): Promise<Device> {
  const device = await devices.find(id);
  if (!device) throw new ProblemError('not-found', 'There is no such device.');
  return device;
}

/** DEV-D10: the audited fields of a device, with the last four characters of its numbers. */
const auditedFields = ({
  place,
  purchase,
  identifiers,
  inspection,
  parts,
  photoIds,
  sellRequest,
}: Device) => ({
  place,
  numbers: identifiers.map(({ kind, lastFour }) => `${kind} …${lastFour}`).join(', '),
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
    { before: before && auditedFields(before), after: auditedFields(after), shownFields: 'all', note },
  );

/** DEV-D6: decides on the stored device, again after each concurrent change; the rules refuse an outdated version. */
export async function changeDevice(
  context: DevicesContext,
  id: string,
  caller: Caller,
  decide: (device: Device, change: ChangeContext) => Change,
  note?: string,
  also: readonly AdditionalWrite[] = [],
): Promise<Device> {
  const { decision } = await changeRecord({
    read: () => findDevice(context, id),
    decide: (before) => decide(before, changeContext(context, caller)),
    save: (before, { device, events }) =>
      context.devices.save(before, device, {
        events,
        entry: deviceEntry(caller, before, device, note),
        also,
      }),
    busy: 'This device is being changed by others.',
  });
  failpoint('device.after-change');
  context.sendEvents();
  return decision.device;
}

/** Changes devices by an event. Rejects after a concurrent change, so that the event is redelivered. */
export async function followEvent(
  { devices }: Pick<DevicesContext, 'devices'>,
  affectedDevices: readonly Device[],
  decide: (device: Device) => Change | undefined | Promise<Change | undefined>,
  session: ClientSession,
): Promise<void> {
  for (const device of affectedDevices) {
    const after = await decide(device);
    if (after && !(await devices.save(device, after.device, { events: after.events, session })))
      throw new Error(`device ${device.id} was changed concurrently`);
  }
}

type MoveTarget = { readonly version: number; readonly place: DevicePlace; readonly note: string };

interface MovingContext extends DevicesContext {
  readonly shop: {
    readonly withdraw: (deviceId: string, listedVersion: number) => Promise<void>;
    /** Rejects with `conflict` when the payout is no longer stopped. */
    readonly endPayout: (sellRequestId: string) => Promise<void>;
  };
}

/**
 * DEV-D13, DEV-D26: moves a device. Before that, a device on sale is withdrawn, and the stopped payout of one that goes
 * back is ended. A repeated call continues.
 */
export async function moveDevice(context: MovingContext, id: string, target: MoveTarget, caller: Caller) {
  const before = await findDevice(context, id);
  // Refuses an impossible step before anything changes.
  move(before, target, changeContext(context, caller));
  if (before.place === 'for-sale') await context.shop.withdraw(id, listedVersionOf(before));
  const isUnbought = endsPurchase(before, target.place);
  if (isUnbought) await context.shop.endPayout(before.sellRequest.id);
  const decide = isUnbought ? sendBackUnpaid : move;
  return changeDevice(context, id, caller, (device, change) => decide(device, target, change), target.note);
}

type NewPart = Omit<Part, 'at'> & { readonly version: number };

export const addDevicePart = (context: DevicesContext, id: string, part: NewPart, caller: Caller) =>
  changeDevice(context, id, caller, (device, change) => addPart(device, part, change));
