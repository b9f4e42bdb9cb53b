import {
  type AnswerOf,
  type BodyOf,
  claimBuyBack,
  claimReturn as claimEndpoint,
  endBuyBack,
  type OrderToReturn,
  readOrderToReturn,
  redirectPayout,
  type settleReturnClaim as settleEndpoint,
} from '@kinmel/contracts';
import { ProblemError, pick, type ServiceClient } from '@kinmel/service-kit';
import type { KindsContext } from '../request-stores.ts';
import { referenceOf } from '../requests/request.rules.ts';
import type { ClaimStep } from '../requests/submit-request.ts';
import { isReleased, needsClaim, openStatuses, type Return } from './return.rules.ts';

/**
 * The calls to order, which owns payouts and knows which pieces are in a return or bought back. Rejects when order does
 * not answer.
 */
export const orderFrom = (order: ServiceClient) => ({
  /** Rejects with not-found. @param returnId a return whose claim is ignored */
  async read(orderId: string, traceparent: string, returnId?: string): Promise<OrderToReturn> {
    const queryPart = returnId === undefined ? {} : { query: { returnId } };
    return (await order.call(readOrderToReturn, { params: { orderId }, ...queryPart, traceparent })).data;
  },
  /** Claims the goods of a return; rejects with the refusal of order. */
  async claim(
    orderId: string,
    returnId: string,
    body: BodyOf<typeof claimEndpoint>,
    traceparent: string | undefined,
  ): Promise<void> {
    await order.call(claimEndpoint, { params: { orderId, returnId }, body, traceparent });
  },
  /** Claims the phone of an order that the shop buys back; rejects with the refusal of order. */
  async claimBuyBack(
    orderId: string,
    receiptId: string,
    body: BodyOf<typeof claimBuyBack>,
    traceparent: string,
  ): Promise<void> {
    await order.call(claimBuyBack, { params: { orderId, receiptId }, body, traceparent });
  },
  async endBuyBack(orderId: string, receiptId: string): Promise<void> {
    await order.call(endBuyBack, { params: { orderId, receiptId } });
  },
  /** Changes the payment method of a settled sell request's payout; rejects with the refusal of order. */
  async redirectPayout(
    id: string,
    body: BodyOf<typeof redirectPayout>,
    traceparent: string | undefined,
  ): Promise<void> {
    await order.call(redirectPayout, { params: { id }, body, traceparent });
  },
});

export type OrderClient = ReturnType<typeof orderFrom>;

/** SR-R3, SR-R9: claims the goods of a return. @param version of the return before the step; 0 for a new one */
export const claimGoods = (
  order: OrderClient,
  { id, orderId, lines }: Pick<Return, 'id' | 'orderId' | 'lines'>,
  version: number,
  traceparent: string | undefined,
): Promise<void> => {
  const pieces = lines.map((line) => pick(line, 'key', 'quantity'));
  return order.claim(orderId, id, { lines: pieces, reference: referenceOf({ id }), version }, traceparent);
};

/** SR-R9: claims the goods of a return whose step needs a claim. */
export const claimStepOf =
  (order: OrderClient): ClaimStep =>
  async (before, after, { traceparent }) => {
    // Only called for returns.
    const [current, next] = [before as Return, after as Return];
    if (needsClaim(current, next)) await claimGoods(order, current, current.version, traceparent);
  };

/**
 * SR-R9: claims, once, the goods of open returns that were saved before claims existed. A return that order refuses is
 * left to staff. Safe on several instances at once.
 */
export async function claimOlderReturns({
  requests: { return: returns },
  links,
  order,
  logger,
}: Pick<KindsContext, 'requests' | 'links' | 'logger'> & { readonly order: OrderClient }): Promise<void> {
  for (const status of openStatuses) {
    for await (const request of returns.readAll({ status, search: '' })) {
      if (request.isClaimed) continue;
      try {
        await claimGoods(order, request, request.version, undefined);
      } catch (error) {
        // If order does not answer, the next run retries.
        if (!(error instanceof ProblemError) || error.status >= 500) throw error;
        logger.error({ err: error, requestId: request.id }, 'order refused to claim an older return');
      }
      const claimed = { ...request, isClaimed: true, version: request.version + 1 };
      await returns.replace(request, claimed, links.hashOf(returns.kind, request), []);
    }
  }
}

/**
 * SR-R9: whether a return needs its claim: `open` when it is not closed, or when an event will end the claim. A
 * concurrent step that resumes a closed return fails, and claims again.
 */
export async function settleReturnClaim(
  context: Pick<KindsContext, 'requests' | 'links' | 'now'>,
  id: string,
): Promise<AnswerOf<typeof settleEndpoint>['state']> {
  const { return: returns } = context.requests;
  const storedReturn = await returns.settle(id, context.now());
  if (!storedReturn) return 'abandoned';
  if (!isReleased(storedReturn)) return 'open';
  const next = { ...storedReturn, version: storedReturn.version + 1 };
  const isSaved = await returns.replace(
    storedReturn,
    next,
    context.links.hashOf(returns.kind, storedReturn),
    [],
  );
  return isSaved ? 'closed' : settleReturnClaim(context, id);
}
