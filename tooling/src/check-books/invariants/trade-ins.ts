import type { Books, Request } from '../books.ts';
import type { Invariant } from '../report.ts';
import { invariantsOf } from './about.ts';
import { amountOf } from './ledger.ts';

const textOf = (payment: NonNullable<Request['agreed']>['payment'] | undefined) =>
  payment ? `${payment.to} of ${payment.amount.amountInMinorUnits}` : 'nothing';

/** Credit of a deleted account is paid in cash, without the bonus. */
const payoutText = ({ amount, method, price }: Books['payouts'][number], agreed: string) =>
  price && method === 'cash' && agreed.startsWith('credit')
    ? agreed
    : `${method === 'credit' ? 'credit' : 'payout'} of ${amount.amountInMinorUnits}`;
/** Older requests are settled when they have a phone and a price. */
const isSettled = ({ isSettled: isStoredAsSettled, status, deviceId, agreed }: Request) =>
  status === 'completed' && (isStoredAsSettled ?? Boolean(deviceId && agreed));

/** The agreed payments for inspected phones, by sell request, except worthless phones. */
const settledOf = ({ requests }: Books) =>
  new Map(
    requests
      .filter(isSettled)
      .map(({ _id, agreed }) => [_id, textOf(agreed?.payment)] as const)
      .filter(([, text]) => !text.endsWith(' of 0')),
  );

const settledRequests = invariantsOf('settled sell requests', (books) => [...settledOf(books)]);

export const tradeInInvariants: readonly Invariant[] = [
  settledRequests.all(
    'I-43',
    'every settled sell request is paid once as agreed, as credit or by a payout, and no other is',
    function* (books) {
      const settled = settledOf(books);
      const credits = books.postings.filter(({ entries }) =>
        entries.some(({ account }) => account === 'trade-ins'),
      );
      const payments = [
        ...credits.map((one) => [one._id.replace('trade-in:', ''), `credit of ${amountOf(one)}`] as const),
        ...books.payouts
          .filter(({ cause = 'trade-in' }) => cause === 'trade-in')
          // A paid payout of credit has a posting.
          .filter(({ method, status }) => method !== 'credit' || status !== 'paid')
          .map((payout) => [payout._id, payoutText(payout, settled.get(payout._id) ?? '')] as const),
      ];
      const paid = Map.groupBy(payments, ([id]) => id);
      for (const id of new Set([...settled.keys(), ...paid.keys()])) {
        const agreed = settled.get(id) ?? '';
        const payoutTexts = (paid.get(id) ?? []).map(([, text]) => text).join();
        if (payoutTexts !== agreed) yield `${id}: "${agreed}" was agreed, "${payoutTexts}" is paid`;
      }
    },
  ),
];
