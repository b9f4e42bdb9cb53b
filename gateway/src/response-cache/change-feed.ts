import { catalogEvents, offerEvents } from '@kinmel/contracts';
import type { Bus, Logger } from '@kinmel/service-kit';
import type { ResponseCache } from './response-cache.ts';

const ownerOf = new Map<string, string>(
  [...Object.values(catalogEvents), ...Object.values(offerEvents)].map(({ type, owner }) => [type, owner]),
);
const types = [...ownerOf.keys()];

/**
 * Drops cached answers by events. While events cannot arrive the cache is not used, as some may have been missed.
 * Resolves with the function that stops it.
 */
export async function startChangeFeed(
  bus: Pick<Bus, 'broadcast' | 'health'>,
  responseCache: ResponseCache,
  logger: Logger,
): Promise<() => Promise<void>> {
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
  return async () => {
    responseCache.close();
    await stop();
  };
}
