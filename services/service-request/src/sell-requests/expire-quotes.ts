import mongoose from 'mongoose';
import { changeByShop } from '../requests/change-request.ts';
import { expireQuote } from './sell-request.rules.ts';
import type { SellRequestsContext } from './sell-requests.routes.ts';

const { trusted } = mongoose;

/** S13. Safe on several instances at once. */
export async function expireQuotes(context: SellRequestsContext): Promise<void> {
  const { 'sell-request': requests } = context.requests;
  const due = await requests.idsAmong({
    status: 'quoted',
    quoteValidUntil: trusted({ $lte: context.now() }),
    deviceId: trusted({ $type: 'string' }),
  });
  for (const requestId of due)
    await changeByShop(context, requests, requestId, expireQuote).catch((error: unknown) =>
      context.logger.warn({ err: error, requestId }, 'an expired quote could not be closed yet'),
    );
}
