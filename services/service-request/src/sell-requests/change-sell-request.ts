import type { BodyOf, quoteSellRequest as quoteEndpoint, updateSellRequestStatus } from '@kinmel/contracts';
import { type Call, toMinorUnits } from '@kinmel/service-kit';
import { type Change, changeRequest } from '../requests/change-request.ts';
import type { Actor } from '../requests/request.rules.ts';
import { answerQuote, quote, type SellContext, type SellRequest, setStatus } from './sell-request.rules.ts';
import type { SellRequestsContext } from './submit-sell-request.ts';

type Caller = Pick<Call<unknown, unknown, unknown>, 'identity' | 'traceparent'>;

const dayMs = 24 * 60 * 60_000;

const staff = ({ identity }: Caller): Actor => ({ by: 'admin', who: identity?.userId ?? null });

/** Reads, decides and saves one sell request; `decide` is given what its events need. */
export const changeSellRequest = (
  context: SellRequestsContext,
  read: () => Promise<SellRequest | undefined>,
  { actor, traceparent }: { readonly actor: Actor; readonly traceparent: string | undefined },
  decide: (request: SellRequest, change: SellContext) => Change<SellRequest>,
): Promise<SellRequest> =>
  changeRequest(context, context.sellRequests, 'sell-request', read, (request) =>
    decide(request, {
      now: context.now(),
      actor,
      traceparent,
      sealedTrackingToken: context.links.sealedTokenOf('sell-request', request),
    }),
  );

/** AAPI-07. */
export const updateSellStatus = (
  context: SellRequestsContext,
  id: string,
  { status, adminNotes = '', version }: BodyOf<typeof updateSellRequestStatus>,
  caller: Caller,
): Promise<SellRequest> =>
  changeSellRequest(
    context,
    () => context.sellRequests.find(id),
    { actor: staff(caller), traceparent: caller.traceparent },
    (request, change) => setStatus(request, { status, note: adminNotes, version }, change),
  );

/** AAPI-09. The quote is good for `quoteDays` days. */
export const quoteSellRequest = (
  context: SellRequestsContext,
  id: string,
  { estimatedPrice, adminNotes = '', status, version }: BodyOf<typeof quoteEndpoint>,
  caller: Caller,
): Promise<SellRequest> =>
  changeSellRequest(
    context,
    () => context.sellRequests.find(id),
    { actor: staff(caller), traceparent: caller.traceparent },
    (request, change) =>
      quote(
        request,
        {
          priceInMinorUnits: toMinorUnits(estimatedPrice),
          status,
          note: adminNotes,
          version,
          validUntil: new Date(change.now.getTime() + context.quoteDays * dayMs),
        },
        change,
      ),
  );

/** The yes or no of whoever holds the link (SIL-49). */
export const answerSellQuote = (
  context: SellRequestsContext,
  tokenHash: string,
  answer: 'accepted' | 'rejected',
  seenVersion: number,
  { traceparent }: Caller,
): Promise<SellRequest> =>
  changeSellRequest(
    context,
    () => context.sellRequests.findByTokenHash(tokenHash),
    { actor: { by: 'customer', who: null }, traceparent },
    (request, change) => answerQuote(request, answer, seenVersion, change),
  );
