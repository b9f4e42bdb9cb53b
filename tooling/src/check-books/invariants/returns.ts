import { returnLife, statusesIn } from '@kinmel/contracts';
import type { OpenReturn, OrderReturn } from '@kinmel/order/records';
import { sentEventsKeptMs } from '@kinmel/service-kit';
import { type Books, countPieces, inboxMarksExistMs, isUndone } from '../books.ts';
import type { Invariant } from '../report.ts';
import { invariantsOf } from './about.ts';
import { amountOf } from './ledger.ts';

const refundsOf = ({ placed }: Books) =>
  [...placed.values()].flatMap(({ _id, returns = [] }) =>
    returns.map((orderReturn) => ({ ...orderReturn, orderId: _id })),
  );
const sumOf = (returns: readonly OrderReturn[], part: 'amountInMinorUnits' | 'creditInMinorUnits') =>
  returns.reduce((sum, orderReturn) => sum + orderReturn[part], 0);
/** Formats counts by line: `abc 2,def 1`. */
const textOfPieces = ({ lines = [] }: Partial<Pick<OpenReturn, 'lines'>>) =>
  [...countPieces(lines.map(({ key, quantity }) => [key, quantity]))]
    .map((count) => count.join(' '))
    .sort()
    .join();

const textOf = (sum: number | undefined, { orderId }: { readonly orderId?: string }) =>
  `${sum} of ${orderId}`;
const settledOf = ({ requests }: Books) =>
  requests.filter(({ kind, status }) => kind === 'returns' && status === 'settled');
const settledEventsOf = ({ events }: Books) => events.filter(({ type }) => type === 'return.settled');

const refundsOfReturns = invariantsOf('refunds of returns', refundsOf);
const settledReturns = invariantsOf('settled returns', settledOf);
const allReturns = invariantsOf('returns', ({ requests }) =>
  requests.filter(({ kind }) => kind === 'returns'),
);
const settledEvents = invariantsOf('events of settled returns', settledEventsOf);

export const returnInvariants: readonly Invariant[] = [
  refundsOfReturns.all(
    'I-40',
    'returns never give back more than was paid, and their credit is posted once',
    function* (books) {
      const ofReturns = books.postings.filter(({ _id }) => _id.startsWith('return:'));
      const posted = new Map(ofReturns.map((posting) => [posting._id, amountOf(posting)]));
      // Credit of an account that was deleted meanwhile.
      const inCash = new Map(books.payouts.map(({ _id, amount }) => [_id, amount.amountInMinorUnits]));
      for (const order of books.placed.values()) {
        const { _id, pricing, credit, returns = [] } = order;
        const total = pricing.totalInMinorUnits;
        const paid = total - (credit?.amountInMinorUnits ?? 0);
        const byPayment = sumOf(returns, 'amountInMinorUnits');
        // A deleted account has no credit: what credit paid is given back like a payment.
        if (byPayment > paid && !order.isBuyerDeleted)
          yield `${_id}: ${byPayment} of its payment goes back, ${paid} was paid`;
        const returnedSum = byPayment + sumOf(returns, 'creditInMinorUnits');
        if (returnedSum > total) yield `${_id}: ${returnedSum} goes back, its total is ${total}`;
        if (returns.length > 0 && isUndone(order)) yield `${_id} has returns and was refunded as a whole`;
        for (const { id, creditInMinorUnits } of returns) {
          const postedSum = posted.get(`return:${id}`) ?? inCash.get(id) ?? 0;
          if (postedSum !== creditInMinorUnits)
            yield `${_id}: ${creditInMinorUnits} of ${id} became credit, and ${postedSum} was posted`;
          posted.delete(`return:${id}`);
        }
      }
      for (const key of posted.keys()) yield `${key} was posted for no return`;
    },
  ),
  settledReturns.all(
    'I-41',
    'every settled return has one refund of the agreed sum and one credit note',
    function* (books) {
      const settled = new Map(settledOf(books).map((request) => [request._id, request]));
      const refunds = Map.groupBy(refundsOf(books), ({ id }) => id);
      const notes = Map.groupBy(books.taxDocuments, ({ returnId = '' }) => returnId);
      for (const id of new Set([...settled.keys(), ...refunds.keys(), ...notes.keys()].filter(Boolean))) {
        const [request, ownRefunds] = [settled.get(id), refunds.get(id) ?? []];
        const refundTexts = ownRefunds
          .map((one) => textOf(one.amountInMinorUnits + one.creditInMinorUnits, one))
          .join();
        const credits = notes.get(id) ?? [];
        const credited = credits.map((note) => textOf(note.pricing.totalInMinorUnits, note)).join();
        const sum = (request?.offeredRefund ?? request?.refund)?.amountInMinorUnits;
        // A return deleted by staff is purged after a day; an order that was refunded as a whole has nothing left.
        const order = books.placed.get(request?.orderId ?? '');
        const isFree = request
          ? refundTexts === '' && order && isUndone(order)
          : ownRefunds.every(
              ({ settledAt }) => books.readAt.getTime() - settledAt.getTime() > sentEventsKeptMs,
            );
        const agreed = request ? textOf(sum, request) : '';
        const texts = [isFree ? refundTexts : agreed, refundTexts, credited];
        if (new Set(texts).size > 1)
          yield `${id}: "${texts[0]}" was agreed, "${texts[1]}" refunded, "${texts[2]}" credited`;
      }
    },
  ),
  allReturns.all(
    'I-50',
    'no more pieces of an order come back than were bought, and those of an open return are claimed',
    function* ({ placed, sales, requests }) {
      const returns = requests.filter(({ kind, deletedAt }) => kind === 'returns' && deletedAt === null);
      const closed: readonly string[] = statusesIn(returnLife, 'closed');
      const open = returns.filter(({ status, isClaimed }) => isClaimed && !closed.includes(status));
      const expected = new Map(open.map((request) => [request._id, textOfPieces(request)]));
      for (const { _id, lines, openReturns = [], returns: settled = [] } of placed.values()) {
        const bought = countPieces(
          lines.map(({ productId, specialOffer, quantity }) => [
            specialOffer ? `${productId}/${specialOffer.id}` : productId,
            quantity,
          ]),
        );
        // Returns from the time before claims have no lines.
        const returns: readonly Partial<OpenReturn>[] = [...settled, ...openReturns];
        const returnedLines = returns.flatMap((one) => one.lines ?? []);
        for (const [key, quantity] of countPieces(returnedLines.map((line) => [line.key, line.quantity])))
          if (quantity > (bought.get(key) ?? 0))
            yield `${_id}: ${quantity} of ${key} came back or are about to, ${bought.get(key) ?? 0} were bought`;
        for (const claim of openReturns) {
          const expectedPieces = expected.get(claim.id) ?? 'nothing';
          if (expectedPieces !== textOfPieces(claim))
            yield `${_id}: ${textOfPieces(claim)} is claimed for ${claim.id}, which returns ${expectedPieces}`;
          expected.delete(claim.id);
        }
      }
      for (const [id, pieces] of expected) yield `${id} returns ${pieces} without a claim`;
      for (const { _id, lines, returned = [] } of sales.values()) {
        const sold = countPieces(lines.map(({ productId, quantity }) => [productId, quantity]));
        for (const [id, quantity] of countPieces(returned.map((line) => [line.productId, line.quantity])))
          if (quantity > (sold.get(id) ?? 0) && sales.get(_id)?.state === 'sold')
            yield `${_id}: ${quantity} of ${id} went back into the stock, ${sold.get(id) ?? 0} were sold`;
      }
    },
  ),
  settledEvents.all(
    'I-42',
    'every settled return took effect once in its order and in the stock',
    async function* (books) {
      for (const service of ['order', 'catalog']) {
        const filter = [{ $match: { type: 'return.settled' } }];
        const events = await books.read<{ aggregateId: string }>(service, 'inbox', filter);
        const marks = Map.groupBy(events, ({ aggregateId }) => aggregateId);
        for (const { aggregateId, sentAt } of settledEventsOf(books)) {
          const times = marks.get(aggregateId)?.length ?? 0;
          const isKept = sentAt !== null && books.readAt.getTime() - sentAt.getTime() < inboxMarksExistMs;
          if (isKept && times !== 1) yield `${aggregateId} took effect ${times} times in ${service}`;
        }
      }
    },
  ),
];
