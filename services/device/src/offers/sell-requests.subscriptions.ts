import { sellRequestReceived, sellRequestSettled, sellRequestStatusChanged } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { agreed, type Device, declined } from '../devices/device.rules.ts';
import type { OffersContext } from './check-blocklist.ts';

type Handling = Pick<OffersContext, 'offers' | 'devices' | 'key' | 'now'>;

/** Changes the device of a sell request, if it has one, in the transaction of the session. */
async function changeDeviceOf(
  { devices }: Handling,
  sellRequestId: string,
  decide: (device: Device) => Device | undefined,
  session: ClientSession,
): Promise<void> {
  const before = await devices.bySellRequest(sellRequestId, session);
  const after = before && decide(before);
  if (after && !(await devices.save(before, after, { session })))
    throw new Error('the device was changed at the same time');
}

/** What happens to a sell request and its phone. */
export const sellRequestsSubscriptions = (context: Handling): SubscriptionDefinition[] => [
  onEvent(sellRequestReceived, async ({ data, occurredAt }, { session }) => {
    const { requestId, sealedImei } = data;
    if (sealedImei === undefined) return;
    const imei = context.key.stored({ kind: 'imei', value: context.key.read(sealedImei) });
    await context.offers.put(requestId, imei, new Date(occurredAt), session);
  }),
  onEvent(sellRequestSettled, ({ data: { requestId, price } }, { session }) =>
    changeDeviceOf(context, requestId, (device) => agreed(device, price, context.now()), session),
  ),
  onEvent(sellRequestStatusChanged, async ({ data: { requestId, to }, occurredAt }, { session }) => {
    const isRejected = to === 'rejected';
    if (!isRejected && to !== 'completed') return;
    await context.offers.close(requestId, { isRejected, at: new Date(occurredAt) }, session);
    if (isRejected)
      await changeDeviceOf(context, requestId, (device) => declined(device, context.now()), session);
  }),
];
