import { changeByShop } from '../requests/change-request.ts';
import { expireQuote } from './phone.rules.ts';
import type { SellRequestsContext } from './sell-requests.routes.ts';

/** SR-S13: declines expired quotes of received phones. Safe on several instances at once. */
export async function expireQuotes(context: SellRequestsContext): Promise<void> {
  const { 'sell-request': requests } = context.requests;
  for (const requestId of await requests.idsOverdue('quoted', 'deviceId', 'quoteValidUntil', context.now()))
    await changeByShop(context, requests, requestId, expireQuote).catch((error: unknown) =>
      context.logger.warn({ err: error, requestId }, 'an expired quote could not be closed yet'),
    );
}
