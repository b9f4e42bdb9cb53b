import type { AnswerOf, settleListing } from '@kinmel/contracts';
import { type ServiceBasis, sweepDue } from '@kinmel/service-kit';
import type { ListingsStore } from './listings.store.ts';

export interface WithdrawalsContext extends Pick<ServiceBasis, 'logger' | 'now'> {
  readonly listings: ListingsStore;
  /** Asks device; rejects while it is unavailable. */
  readonly settleListing: (
    deviceId: string,
    listedVersion: number,
  ) => Promise<AnswerOf<typeof settleListing>['state']>;
}

/** Longer than device needs to complete the step that withdraws a device. */
export const settleAfterMs = 60_000;
const retryAfterMs = 15_000;

/**
 * CAT-D3: asks device about devices that were taken off sale a minute ago, as order is asked about a hold (decision
 * 10). If the step was not completed, device lists the device again by a newer event.
 */
export const settleWithdrawals = (
  { listings, settleListing, logger, now }: WithdrawalsContext,
  stopping?: AbortSignal,
): Promise<void> =>
  sweepDue(
    {
      due: (limit) => listings.due(now(), limit),
      claim: (deviceId) => listings.claim(deviceId, now(), retryAfterMs),
      async work(listing) {
        const state = await settleListing(listing.deviceId, listing.version);
        if (state === 'listed-again')
          logger.warn(
            { deviceId: listing.deviceId },
            'a withdrawal was not completed: the device service lists the device again',
          );
        await listings.markSettled(listing);
      },
      onFailure: (error, { deviceId }) =>
        logger.warn(
          { err: error, deviceId },
          'the device service did not answer whether a withdrawal was completed',
        ),
    },
    { stopping },
  );
