import type { BodyOf, quoteSellRequest as quoteEndpoint, updateSellRequestStatus } from '@kinmel/contracts';
import { type Call, ProblemError, toMinorUnits } from '@kinmel/service-kit';
import { changeRequest, staff } from '../requests/change-request.ts';
import { customer } from '../requests/request.rules.ts';
import { answerQuote, quote, type SellRequest, setStatus, withdraw } from './sell-request.rules.ts';
import type { SellRequestsContext } from './submit-sell-request.ts';

type Caller = Pick<Call<unknown, unknown, unknown>, 'identity' | 'traceparent'> &
  Partial<Pick<Call<unknown, unknown, unknown>, 'staff'>>;

const dayMs = 24 * 60 * 60_000;

/** AAPI-07. */
export const updateSellStatus = (
  context: SellRequestsContext,
  id: string,
  { status, adminNotes = '', version }: BodyOf<typeof updateSellRequestStatus>,
  { identity, traceparent, staff: by }: Caller,
): Promise<SellRequest> =>
  changeRequest(
    context,
    context.sellRequests,
    'sell-request',
    () => context.sellRequests.find(id),
    { actor: staff(identity), traceparent, staff: by },
    (request, change) => setStatus(request, { status, note: adminNotes, version }, change),
  );

/** AAPI-09. The quote is good for `quoteDays` days. */
export const quoteSellRequest = (
  context: SellRequestsContext,
  id: string,
  { estimatedPrice, adminNotes = '', status, version }: BodyOf<typeof quoteEndpoint>,
  { identity, traceparent, staff: by }: Caller,
): Promise<SellRequest> =>
  changeRequest(
    context,
    context.sellRequests,
    'sell-request',
    () => context.sellRequests.find(id),
    { actor: staff(identity), traceparent, staff: by },
    (request, change) => {
      const validUntil = new Date(change.now.getTime() + context.quoteDays * dayMs);
      const priceInMinorUnits = toMinorUnits(estimatedPrice);
      return quote(request, { priceInMinorUnits, status, note: adminNotes, version, validUntil }, change);
    },
  );

/** Of a request that staff took away the link says so for a while. */
const byLink =
  ({ sellRequests }: SellRequestsContext, tokenHash: string) =>
  async () => {
    const request = await sellRequests.findByTokenHash(tokenHash);
    if (!request && (await sellRequests.findRemovedByTokenHash(tokenHash)))
      throw new ProblemError('conflict', 'The shop has closed this request.');
    return request;
  };

/** The yes or no of whoever holds the link (SIL-49). */
export const answerSellQuote = (
  context: SellRequestsContext,
  tokenHash: string,
  answer: 'accepted' | 'rejected',
  seenVersion: number,
  { traceparent }: Caller,
): Promise<SellRequest> =>
  changeRequest(
    context,
    context.sellRequests,
    'sell-request',
    byLink(context, tokenHash),
    { actor: customer, traceparent },
    (request, change) => answerQuote(request, answer, seenVersion, change),
  );

/** Its customer withdraws it by the link. */
export const withdrawSellRequest = (
  context: SellRequestsContext,
  tokenHash: string,
  { traceparent }: Caller,
): Promise<SellRequest> =>
  changeRequest(
    context,
    context.sellRequests,
    'sell-request',
    byLink(context, tokenHash),
    { actor: customer, traceparent },
    withdraw,
  );
