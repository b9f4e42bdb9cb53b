import { sellRequestReceived, sellRequestSettled, sellRequestStatusChanged } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { followEvent } from '../devices/change-device.ts';
import { agreed, type Device, declined } from '../devices/device.rules.ts';
import type { OffersContext } from './check-blocklist.ts';

type Handling = Pick<OffersContext, 'offers' | 'devices' | 'key' | 'now'>;

/** What happens to a sell request and its phone. */
export function sellRequestsSubscriptions(context: Handling): SubscriptionDefinition[] {
  const { offers, devices, key, now } = context;
  async function follow(
    sellRequestId: string,
    decide: (device: Device) => Device | undefined,
    session: ClientSession,
  ): Promise<void> {
    const device = await devices.bySellRequest(sellRequestId, session);
    const change = (before: Device) => {
      const after = decide(before);
      return after && { device: after, events: [] };
    };
    await followEvent(context, device ? [device] : [], change, session);
  }

  return [
    onEvent(sellRequestReceived, async ({ data, occurredAt }, { session }) => {
      const { requestId, sealedImei } = data;
      if (sealedImei === undefined) return;
      const imei = key.stored({ kind: 'imei', value: key.read(sealedImei) });
      await offers.put(requestId, imei, new Date(occurredAt), session);
    }),
    onEvent(sellRequestSettled, ({ data: { requestId, price } }, { session }) =>
      follow(requestId, (device) => agreed(device, price, now()), session),
    ),
    onEvent(sellRequestStatusChanged, async ({ data: { requestId, to }, occurredAt }, { session }) => {
      const isRejected = to === 'rejected';
      if (!isRejected && to !== 'completed') return;
      await offers.close(requestId, { isRejected, at: new Date(occurredAt) }, session);
      if (isRejected) await follow(requestId, (device) => declined(device, now()), session);
    }),
  ];
}
