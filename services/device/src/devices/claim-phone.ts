import type { BodyOf, claimPhone as endpoint } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import { findDevice } from './change-device.ts';
import { claim, type Device, followRequest, publishSentBack } from './device.rules.ts';
import type { ReceivingContext } from './receive-device.ts';

/** DEV-D19: claims a phone for a step of its sell request that service-request begins. */
export async function claimPhone(
  context: ReceivingContext,
  id: string,
  body: BodyOf<typeof endpoint>,
): Promise<void> {
  const before = await findDevice(context, id);
  const after = claim(before, body, context.now());
  if (after && !(await context.devices.save(before, after, {})))
    throw new ProblemError('conflict', 'The phone of this request was changed just now. Please try again.');
}

/**
 * Publishes `device.sent-back` for phones that were sent back before the event existed, so that their requests do not
 * wait for it.
 */
export async function publishPhonesSentBack({ devices, logger }: ReceivingContext): Promise<void> {
  for (const device of await devices.sentBackUnpublished()) {
    const { device: after, events } = publishSentBack(device);
    if (!(await devices.save(device, after, { events })))
      logger.info({ deviceId: device.id }, 'another instance has published that a phone went back');
  }
}

/** Longer than a step of staff takes. */
const overdueMs = 60_000;

/**
 * DEV-D19: asks service-request about steps that were not confirmed for a minute. Safe on several instances at once.
 */
export async function settleClaims(context: ReceivingContext): Promise<void> {
  const { devices, logger, now } = context;
  for (const device of await devices.claimedBefore(new Date(now().getTime() - overdueMs)))
    await settle(context, device).catch((error: unknown) =>
      logger.warn({ err: error, deviceId: device.id }, 'the claim of a phone could not be settled yet'),
    );
}

async function settle({ devices, sellRequestsOfShop, now }: ReceivingContext, device: Device): Promise<void> {
  const version = device.claim?.version ?? 0;
  const request = await sellRequestsOfShop.endPhoneClaim(device.sellRequest.id, version);
  const after = followRequest(device, request, now());
  // After a concurrent change, the next run settles the claim.
  if (after) await devices.save(device, after, {});
}
