import {
  type BodyOf,
  type receiveDevice as endpoint,
  readSellRequestToReceive,
  type SellRequestToReceive,
} from '@kinmel/contracts';
import { failpoint, ProblemError, type ServiceClient } from '@kinmel/service-kit';
import type { StoredIdentifier } from '../identifiers/device-key.ts';
import { type Caller, changeContext, type DevicesContext, deviceEntry, findDevice } from './change-device.ts';
import { type Device, receive } from './device.rules.ts';

/** Reads a sell request from service-request. Rejects with not-found, or when it does not answer. */
export type ReadSellRequest = (id: string, traceparent: string) => Promise<SellRequestToReceive>;

export const sellRequestsFrom =
  (serviceRequest: ServiceClient): ReadSellRequest =>
  async (id, traceparent) =>
    (await serviceRequest.call(readSellRequestToReceive, { params: { id }, traceparent })).data;

export interface ReceivingContext extends DevicesContext {
  readonly readSellRequest: ReadSellRequest;
}

const maxTries = 4;

/** D1–D3: receives the phone of a sell request once; a repeated call has the same device. */
export async function receiveDevice(
  context: ReceivingContext,
  { sellRequestId, identifiers: given }: BodyOf<typeof endpoint>,
  caller: Caller,
): Promise<Device> {
  const { devices, sellRequests, key, newId } = context;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const already = await devices.bySellRequest(sellRequestId);
    if (already) return already;
    const request = await context.readSellRequest(sellRequestId, caller.traceparent);
    if (request.deviceId !== null) return findDevice(context, request.deviceId);
    const form = await sellRequests.find(sellRequestId);
    const byHash = new Map(given.map((one) => key.stored(one)).map((one) => [one.hash, one]));
    const identifiers: StoredIdentifier[] =
      byHash.size === 0 && form ? [{ ...form.imei, kind: 'imei' }] : [...byHash.values()];
    const [known, other] = await devices.withIdentifiers(identifiers.map(({ hash }) => hash));
    // D3: another call received it since the first look.
    if (known?.sellRequest.id === sellRequestId) return known;
    if (other) throw new ProblemError('conflict', 'These numbers belong to two different devices.');
    const change = changeContext(context, caller);
    const { device, events } = receive(known, newId(), request, identifiers, change);
    const imei = identifiers.find(({ kind }) => kind === 'imei');
    // D11: the register of stolen phones is asked about the IMEI that the phone has.
    const isOther = imei && imei.hash !== form?.imei.hash;
    const isSaved = await devices.save(known, device, {
      events,
      entry: deviceEntry(caller, known, device),
      also: isOther ? [(session) => sellRequests.put(request.sellRequestId, imei, change.now, session)] : [],
    });
    if (!isSaved) continue;
    failpoint('device.after-receive');
    context.sendEvents();
    return device;
  }
  throw new ProblemError('conflict', 'Others are receiving this phone. Please look at it again.');
}
