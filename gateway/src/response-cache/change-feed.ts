import { catalogEvents } from '@kinmel/contracts';
import type { Bus, Logger } from '@kinmel/service-kit';
import type { ResponseCache } from './response-cache.ts';

const types = Object.values(catalogEvents).map(({ type }) => type);

/** The part of a bus that the feed needs. */
export type FeedBus = Pick<Bus, 'broadcast' | 'health'>;

export interface ChangeFeed {
  /** Whether every change would reach us now. */
  readonly isUp: boolean;
  stop(): Promise<void>;
}

/**
 * Hears what changed and drops what was kept of it. While it cannot hear, nothing kept is used: `isUp` is asked
 * with every request, because a connection that is lost tells nobody which events it would have brought.
 */
export async function startChangeFeed(
  bus: FeedBus,
  responseCache: ResponseCache,
  logger: Logger,
): Promise<ChangeFeed> {
  const stop = await bus.broadcast(
    types,
    (event) => responseCache.dropProduct(event.aggregateId),
    () => {
      logger.info('changes may have been missed: everything that was cached is dropped');
      responseCache.dropAll();
    },
  );
  responseCache.open(() => bus.health() === 'ok');
  logger.info({ types }, 'public reads are cached while their changes are heard');
  return {
    get isUp() {
      return bus.health() === 'ok';
    },
    stop: async () => {
      responseCache.close();
      await stop();
    },
  };
}
