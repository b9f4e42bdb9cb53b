import type {
  BodyOf,
  correctIdentifiers as correctEndpoint,
  inspectDevice as endpoint,
} from '@kinmel/contracts';
import { unusedPhotos } from '@kinmel/pictures';
import { ProblemError, partUnavailable } from '@kinmel/service-kit';
import { blocklistNow, type SellRequestsContext } from '../sell-requests/check-blocklist.ts';
import { type Caller, changeDevice, type DevicesContext, findDevice } from './change-device.ts';
import { correctIdentifiers, type Device, imeisOf, inspect, inspectionNote } from './device.rules.ts';
import { photoAddress } from './device-answer.ts';

type InspectingContext = DevicesContext & SellRequestsContext;

export async function inspectDevice(
  context: InspectingContext,
  id: string,
  body: BodyOf<typeof endpoint>,
  caller: Caller,
): Promise<Device> {
  const { devices, photos, key } = context;
  const policy = await context.policyInForce();
  if (!policy) throw partUnavailable(new Error('the grades of the policy are not known'));
  const { grades } = policy.tradeIn;
  const photoIds = await unusedPhotos(photos, body.photoIds, devices.photosInUse);
  const { sellRequest } = await findDevice(context, id);
  const blocklist = await blocklistNow(context, sellRequest.id);
  return changeDevice(
    context,
    id,
    caller,
    (device, change) =>
      inspect(device, body, blocklist, photoIds, grades, photoAddress(key, device.id), change),
    inspectionNote(body, blocklist),
  );
}

/** DEV-D20: staff correct the numbers of a device. */
export async function correctNumbers(
  context: DevicesContext,
  id: string,
  { version, identifiers, note }: BodyOf<typeof correctEndpoint>,
  caller: Caller,
): Promise<Device> {
  const { devices, sellRequests, key, now } = context;
  const numbers = [
    ...new Map(identifiers.map((one) => key.stored(one)).map((one) => [one.hash, one])).values(),
  ];
  const devicesWithNumbers = await devices.withIdentifiers(numbers.map(({ hash }) => hash));
  if (devicesWithNumbers.some((one) => one.id !== id))
    throw new ProblemError('conflict', 'Another device has this number.');
  const { sellRequest } = await findDevice(context, id);
  const imeis = imeisOf({ identifiers: numbers });
  return changeDevice(
    context,
    id,
    caller,
    (device, change) => correctIdentifiers(device, version, numbers, change),
    note,
    [(session) => sellRequests.put(sellRequest.id, imeis, { isOfForm: false, at: now() }, session)],
  );
}
