import { catalogEvents, offerEvents } from '@kinmel/contracts';
import type { Bus, Logger } from '@kinmel/service-kit';
import type { ResponseCache } from './response-cache.ts';

const ownerOf = new Map<string, string>(
  [...Object.values(catalogEvents), ...Object.values(offerEvents)].map(({ type, owner }) => [type, owner]),
);
const types = [...ownerOf.keys()];

/** The part of a bus that the feed needs. */
export type FeedBus = Pick<Bus, 'broadcast' | 'health'>;

export interface ChangeFeed {
  /** Whether events arrive. */
  readonly isUp: boolean;
  stop(): Promise<void>;
}

/**
 * Drops what each event makes stale. While events cannot arrive nothing cached is used: `isUp` is asked with every request, as a lost
 * connection does not say which events were missed.
 */
export async function startChangeFeed(
  bus: FeedBus,
  responseCache: ResponseCache,
  logger: Logger,
): Promise<ChangeFeed> {
  const stop = await bus.broadcast(
    types,
    ({ type, aggregateId }) => {
      if (ownerOf.get(type) === 'offer') responseCache.dropService('offer');
      else responseCache.dropProduct(aggregateId);
    },
    () => {
      logger.info('events may have been missed: the response cache is emptied');
      responseCache.dropAll();
    },
  );
  responseCache.open(() => bus.health() === 'ok');
  logger.info({ types }, 'public reads are cached while events arrive');
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
