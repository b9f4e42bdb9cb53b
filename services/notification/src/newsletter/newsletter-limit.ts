import { networkOf, ProblemError } from '@kinmel/service-kit';
import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

export const newsletterLimitCollection = 'newsletter_limits';

const windowSeconds = 60 * 60;

/** At most `asksPerHour` entries of one client, counted over all instances (N5). */
export function createNewsletterLimit({
  connection,
  asksPerHour,
}: {
  connection: Connection;
  asksPerHour: number;
}): (address: string) => Promise<void> {
  const limiter = new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: newsletterLimitCollection,
    keyPrefix: 'newsletter',
    points: asksPerHour,
    duration: windowSeconds,
    // They are declared with the other indexes and made by the same step.
    disableIndexesCreation: true,
  });
  return async (address) => {
    try {
      await limiter.consume(networkOf(address));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new ProblemError('too-many-requests', 'Too many attempts. Please try again later.', undefined, {
        retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      });
    }
  };
}
