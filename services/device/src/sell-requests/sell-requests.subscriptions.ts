import { sellRequestReceived, sellRequestSettled, sellRequestStatusChanged } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { followEvent } from '../devices/change-device.ts';
import { agreed, type Device, declined } from '../devices/device.rules.ts';
import type { SellRequestsContext } from './check-blocklist.ts';

type Handling = Pick<SellRequestsContext, 'sellRequests' | 'devices' | 'key' | 'now'>;

/** What happens to a sell request and its phone. */
export function sellRequestsSubscriptions(context: Handling): SubscriptionDefinition[] {
  const { sellRequests, devices, key, now } = context;
  async function follow(
    sellRequestId: string,
    decide: (device: Device) => Device | undefined,
    session: ClientSession,
  ): Promise<void> {
    const device = await devices.bySellRequest(sellRequestId, session);
    await followEvent(context, device ? [device] : [], decide, session);
  }

  return [
    onEvent(sellRequestReceived, async ({ data, occurredAt }, { session }) => {
      const { requestId, sealedImei } = data;
      if (sealedImei === undefined) return;
      const imei = key.stored({ kind: 'imei', value: key.read(sealedImei) });
      await sellRequests.put(requestId, imei, new Date(occurredAt), session);
    }),
    onEvent(sellRequestSettled, ({ data: { requestId, price } }, { session }) =>
      follow(requestId, (device) => agreed(device, price, now()), session),
    ),
    onEvent(sellRequestStatusChanged, async ({ data: { requestId, to }, occurredAt }, { session }) => {
      const isRejected = to === 'rejected';
      if (!isRejected && to !== 'completed') return;
      await sellRequests.close(requestId, { isRejected, at: new Date(occurredAt) }, session);
      if (isRejected) await follow(requestId, (device) => declined(device, now()), session);
    }),
  ];
}
