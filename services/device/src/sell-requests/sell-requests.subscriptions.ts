import {
  type EventOf,
  payoutResumed,
  payoutStopped,
  sellRequestQuoted,
  sellRequestReceived,
  sellRequestSettled,
  sellRequestStatusChanged,
} from '@kinmel/contracts';
import { type EventContext, onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import { followEvent } from '../devices/change-device.ts';
import { agreePrice, type Device, followPayout, followRequest } from '../devices/device.rules.ts';
import type { SellRequestsContext } from './check-blocklist.ts';

type HandlerContext = Pick<SellRequestsContext, 'sellRequests' | 'devices' | 'key' | 'now'>;

/** Events of sell requests, and of the payouts for their phones. */
export function sellRequestsSubscriptions(context: HandlerContext): SubscriptionDefinition[] {
  const { sellRequests, devices, key, now } = context;
  async function updateDevice(
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

  const onPayoutChange =
    (isStopped: boolean) =>
    (
      { data: { sellRequestId }, aggregateVersion }: EventOf<typeof payoutStopped | typeof payoutResumed>,
      { session }: EventContext,
    ) => {
      const payout = { version: aggregateVersion, isStopped };
      return updateDevice(sellRequestId, (device) => followPayout(device, payout, now()), session);
    };

  return [
    onEvent(payoutStopped, onPayoutChange(true)),
    onEvent(payoutResumed, onPayoutChange(false)),
    onEvent(sellRequestReceived, async ({ data, occurredAt }, { session }) => {
      const { requestId, sealedImei } = data;
      if (sealedImei === undefined) return;
      const imei = key.stored({ kind: 'imei', value: key.read(sealedImei) });
      await sellRequests.put(requestId, [imei], { isOfForm: true, at: new Date(occurredAt) }, session);
    }),
    onEvent(sellRequestSettled, ({ data: { requestId, price } }, { session }) =>
      updateDevice(requestId, (device) => agreePrice(device, price, now()), session),
    ),
    onEvent(sellRequestQuoted, ({ data: { requestId }, aggregateVersion: version }, { session }) =>
      updateDevice(
        requestId,
        (device) => followRequest(device, { status: 'quoted', version }, now()),
        session,
      ),
    ),
    onEvent(
      sellRequestStatusChanged,
      async ({ data, aggregateVersion: version, occurredAt }, { session }) => {
        const { requestId, to: status, isSettled } = data;
        const isRejected = status === 'rejected';
        if (isRejected || status === 'completed')
          await sellRequests.close(requestId, { isRejected, at: new Date(occurredAt) }, session);
        const step = { status, version, isSettled };
        await updateDevice(requestId, (device) => followRequest(device, step, now()), session);
      },
    ),
  ];
}
