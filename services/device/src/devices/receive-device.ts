import {
  type AnswerOf,
  type BodyOf,
  claimReceipt,
  endPhoneClaim,
  type receiveDevice as endpoint,
  type SellRequestToReceive,
} from '@kinmel/contracts';
import { changeRecord, failpoint, ProblemError, pick, type ServiceClient } from '@kinmel/service-kit';
import type { StoredIdentifier } from '../identifiers/device-key.ts';
import { type Caller, changeContext, type DevicesContext, deviceEntry } from './change-device.ts';
import { type Device, imeisOf, receive, refuseOtherNumbers, refuseReceipt } from './device.rules.ts';
import type { ReceiptsStore } from './receipts.store.ts';

/** The calls of this service to service-request. */
export const sellRequestsClient = (serviceRequest: ServiceClient) => ({
  /** Rejects with `not-found`, with `conflict` when the phone cannot be received, or when service-request does not answer. */
  claimReceipt: async (id: string, body: BodyOf<typeof claimReceipt>, traceparent: string) =>
    (await serviceRequest.call(claimReceipt, { params: { id }, body, traceparent })).data,
  /** Ends the claim of a step, which can no longer be saved, and resolves with its outcome. Rejects with `not-found`. */
  endPhoneClaim: async (id: string, version: number): Promise<AnswerOf<typeof endPhoneClaim>['data']> =>
    (await serviceRequest.call(endPhoneClaim, { params: { id }, body: { version } })).data,
});

export interface ReceivingContext extends DevicesContext {
  readonly receipts: ReceiptsStore;
  readonly sellRequestsOfShop: ReturnType<typeof sellRequestsClient>;
}

/**
 * DEV-D1–D3: receives the phone of a sell request once; a repeated call returns the same device. The sell request is
 * claimed first, so that staff cannot close it in the meantime (SR-S14).
 */
export async function receiveDevice(
  context: ReceivingContext,
  { sellRequestId, identifiers: enteredIdentifiers, isKnownPhoneConfirmed }: BodyOf<typeof endpoint>,
  caller: Caller,
): Promise<Device> {
  const { devices, sellRequests, sellRequestsOfShop, receipts, key, newId } = context;
  const ifReceived = (device: Device | undefined): Device | undefined =>
    device?.sellRequest.id === sellRequestId && device.place !== 'customer' ? device : undefined;
  const { decision } = await changeRecord({
    async read() {
      const deviceOfRequest = await devices.bySellRequest(sellRequestId);
      const enteredNumbers = enteredIdentifiers.map((one) => key.stored(one));
      if (ifReceived(deviceOfRequest)) return { device: deviceOfRequest, identifiers: enteredNumbers };
      const form = await sellRequests.find(sellRequestId);
      const identifiers = identifiersOf(
        enteredNumbers,
        deviceOfRequest?.identifiers ??
          form?.imeis.map((one) => ({ ...pick(one, 'hash', 'sealed', 'lastFour'), kind: 'imei' as const })) ??
          [],
      );
      const [device, otherDevice] = await devices.withIdentifiers(identifiers.map(({ hash }) => hash));
      return { already: deviceOfRequest, device, other: otherDevice, identifiers };
    },
    async decide({ already: deviceOfRequest, device: storedDevice, other: otherDevice, identifiers }) {
      // DEV-D3: received earlier, or by another call since the first look-up.
      const received = ifReceived(storedDevice);
      if (received) {
        refuseOtherNumbers(received, identifiers);
        return { device: received, receipt: null };
      }
      if (otherDevice) throw new ProblemError('conflict', 'These numbers belong to two different devices.');
      refuseReceipt(storedDevice, deviceOfRequest, identifiers);
      const claim = {
        deviceId: storedDevice?.id ?? newId(),
        deviceVersion: storedDevice?.version ?? 0,
        ...(storedDevice?.orderId && { orderId: storedDevice.orderId }),
        ...(storedDevice &&
          !isKnownPhoneConfirmed && { knownAs: pick(storedDevice, 'brand', 'model', 'storage') }),
      };
      let request: SellRequestToReceive;
      try {
        request = await sellRequestsOfShop.claimReceipt(sellRequestId, claim, caller.traceparent);
      } catch (error) {
        // Another call has received the phone since the look-up above, and service-request knows it already.
        const receivedSince = ifReceived(await devices.bySellRequest(sellRequestId));
        if (receivedSince === undefined) throw error;
        refuseOtherNumbers(receivedSince, identifiers);
        return { device: receivedSince, receipt: null };
      }
      const change = changeContext(context, caller);
      const { device, events } = receive(storedDevice, request, identifiers, change);
      return { device, receipt: { id: request.receiptId, events, at: change.now } };
    },
    save: async ({ device: storedDevice }, { device, receipt }) =>
      receipt === null ||
      devices.save(storedDevice, device, {
        events: receipt.events,
        entry: deviceEntry(caller, storedDevice, device),
        also: [
          (session) => receipts.insert(receipt.id, session),
          (session) =>
            sellRequests.put(sellRequestId, imeisOf(device), { isOfForm: false, at: receipt.at }, session),
        ],
      }),
    busy: 'Others are receiving this phone.',
  });
  if (decision.receipt) {
    failpoint('device.after-receive');
    context.sendEvents();
  }
  return decision.device;
}

/** DEV-D1: the distinct numbers that staff entered, or else the stored ones. */
const identifiersOf = (enteredNumbers: readonly StoredIdentifier[], stored: readonly StoredIdentifier[]) =>
  enteredNumbers.length === 0 ? stored : [...new Map(enteredNumbers.map((one) => [one.hash, one])).values()];
