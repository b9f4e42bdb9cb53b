import type { Books, Request } from '../books.ts';
import type { Invariant } from '../report.ts';
import { amountOf } from './ledger.ts';

type Payment = NonNullable<NonNullable<Request['agreed']>['payment']>;

const textOf = ({ to, amount }: Payment) => `${to} of ${amount.amountInMinorUnits}`;

/** Completed by the inspection of a phone. One without value is not paid. */
const settledOf = ({ requests }: Books): readonly (readonly [id: string, payment: string])[] =>
  requests.flatMap(({ _id, kind, status, deviceId, agreed }) => {
    const isSettled = kind === 'sell_requests' && status === 'completed' && Boolean(deviceId) && agreed;
    if (!isSettled || agreed.payment?.amount.amountInMinorUnits === 0) return [];
    return [[_id, agreed.payment ? textOf(agreed.payment) : 'nothing']];
  });

export const tradeInInvariants: readonly Invariant[] = [
  {
    id: 'I-43',
    sentence: 'every settled sell request is paid once as agreed, as credit or by a payout, and no other is',
    counted: 'settled sell requests',
    count: (books) => settledOf(books).length,
    *offences(books) {
      const settled = new Map(settledOf(books));
      const credits = books.postings
        .filter(({ entries }) => entries.some(({ account }) => account === 'trade-ins'))
        .map((posting) => {
          const amount = { amountInMinorUnits: amountOf(posting) };
          return [posting._id.replace('trade-in:', ''), textOf({ to: 'credit', amount })] as const;
        });
      const payouts = books.payouts.map(
        ({ _id, amount }) => [_id, textOf({ to: 'payout', amount })] as const,
      );
      const paid = Map.groupBy([...credits, ...payouts], ([id]) => id);
      for (const id of new Set([...settled.keys(), ...paid.keys()])) {
        const [agreed, given = []] = [settled.get(id) ?? '', paid.get(id)];
        const made = given.map(([, text]) => text).join();
        if (made !== agreed) yield `${id}: "${agreed}" was agreed, "${made}" is paid`;
      }
    },
  },
];
