import type { AnswerOf, BodyOf, claimReturn as claimEndpoint, settleReturnClaim } from '@kinmel/contracts';
import { ProblemError, planted } from '@kinmel/service-kit';
import { type Change, type ChangeContext, unpublishedChange } from '../orders/order.rules.ts';
import type { OpenReturn, Order } from '../orders/order.ts';
import { areReturnable, haveSameLines, returnProblemOf, returnTimeOf } from './return.rules.ts';

/** A step of a return is saved within a second after its claim. */
const askAfterMs = 60_000;

/** `id` is that of the return. */
export type Claim = BodyOf<typeof claimEndpoint> & { readonly id: string };
export type ClaimState = AnswerOf<typeof settleReturnClaim>['state'];

const refusal = (message: string) => new ProblemError('conflict', message);

const claimOf = ({ openReturns = [] }: Order, id: string) => openReturns.find((claim) => claim.id === id);

/** @param claim undefined to end the claim */
function withClaim(order: Order, id: string, claim: OpenReturn | undefined, context: ChangeContext): Change {
  const others = (order.openReturns ?? []).filter((one) => one.id !== id);
  return unpublishedChange(order, { openReturns: claim ? [...others, claim] : others }, context);
}

/**
 * ORD-R8: claims pieces for a return, once. The return period limits only new returns, not those that staff resume.
 * Undefined when it is claimed already.
 * @param days the return period of the policy in force
 */
export function claimReturn(
  order: Order,
  { id, lines, reference, version }: Claim,
  days: number,
  context: ChangeContext,
): Change | undefined {
  const { now } = context;
  const claim: OpenReturn = {
    id,
    reference,
    lines,
    version,
    since: now,
    askAt: new Date(now.getTime() + askAfterMs),
  };
  const earlierClaim = claimOf(order, id);
  if (earlierClaim) {
    if (!haveSameLines(earlierClaim, lines)) throw refusal('This return is about other goods.');
    return version > earlierClaim.version
      ? withClaim(order, id, { ...claim, since: earlierClaim.since }, context)
      : undefined;
  }
  if (order.returns?.some((one) => one.id === id)) throw refusal('This return is settled.');
  const isNew = version === 0;
  if (isNew && order.isBuyerDeleted) throw refusal('The account of this order was deleted.');
  const problem = isNew ? returnTimeOf(order, days, now).problem : returnProblemOf(order);
  if (problem !== null) throw refusal(problem);
  if (planted('return.no-claim')) return undefined;
  if (!areReturnable(order, lines)) throw refusal('Some of these goods were returned already.');
  return withClaim(order, id, claim, context);
}

/** ORD-R8: a closed return releases its pieces, unless it was resumed since. Undefined without a claim. */
export function endClaim(
  order: Order,
  { id, version }: Pick<Claim, 'id' | 'version'>,
  context: ChangeContext,
): Change | undefined {
  const claim = claimOf(order, id);
  return claim && version > claim.version && !planted('return.claim-kept')
    ? withClaim(order, id, undefined, context)
    : undefined;
}

/** ORD-R8: applies the answer of service-request about a claim; undefined when the claim has ended or was renewed. */
export function settleClaim(
  order: Order,
  queriedClaim: OpenReturn,
  state: ClaimState,
  context: ChangeContext,
): Change | undefined {
  const claim = claimOf(order, queriedClaim.id);
  if (claim?.version !== queriedClaim.version || claim.askAt === null) return undefined;
  return withClaim(order, queriedClaim.id, state === 'open' ? { ...claim, askAt: null } : undefined, context);
}
