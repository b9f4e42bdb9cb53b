import { createPaymentSession, getPaymentSession, handBackPayment, refundReturn } from '@kinmel/contracts';
import type { Shop } from '../shop/open-shop.ts';
import { type Answer, ask, type CallOptions, type Person, part, textOf } from './people.ts';
import { type Action, calls, note, ownerOf, stepsOn } from './step.ts';

/** Submits a form on a page of a provider. */
async function submitPage(shop: Shop, path: string, fields: Readonly<Record<string, string>>) {
  await shop.simulation.waitForTurn('a page of the provider');
  return shop.atProvider({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(fields).toString()),
  });
}

const choiceField = (isCard: boolean, choice: string): Readonly<Record<string, string>> =>
  isCard ? { card: choice === 'pay' ? 'success' : choice } : { choice };

async function payOnPage(shop: Shop, by: Person, orderId: string, choice: string): Promise<Answer> {
  const session = await ask(shop, by, { endpoint: createPaymentSession, body: { orderId } });
  if (session === undefined || session.status >= 400) return session;
  const sessionId = textOf(session.body, 'sessionId');
  const form = part(session.body, 'form');
  const pathOf = (address: string) => {
    const { pathname, search } = new URL(address, 'http://sandbox.explorer');
    return `${pathname}${search}`;
  };
  let page = pathOf(textOf(session.body, 'url'));
  if (typeof form === 'object' && form !== null) {
    const formAnswer = await submitPage(shop, page, form as Readonly<Record<string, string>>);
    page = pathOf(formAnswer?.headers['location'] ?? '/');
  }
  const isCard = sessionId.startsWith('cs_');
  const choiceAnswer = await submitPage(shop, page, choiceField(isCard, choice));
  const returnQuery = new URL(
    choiceAnswer?.headers['location'] ?? '/',
    'http://sandbox.explorer',
  ).search.slice(1);
  const query: CallOptions['query'] =
    isCard || returnQuery === '' ? { sessionId } : { returned: returnQuery };
  return ask(shop, by, { endpoint: getPaymentSession, query });
}

/** A choice on the page of a session or payment that is still open in a browser. */
const chooseOnPage = (by: Person, says: string, id: string, choice: string): Action => ({
  by,
  says,
  async work(shop) {
    const [wallet = '', orderId = '', khaltiId = ''] = id.split('_');
    const isCard = wallet === 'cs';
    const path = isCard ? `/pay/${id}` : `/${wallet}/?pidx=${wallet === 'khalti' ? khaltiId : orderId}`;
    const answer = await submitPage(shop, path, choiceField(isCard, choice));
    return answer && { status: answer.status, body: {} };
  },
});

export const paymentSteps = stepsOn('order', {
  pay: {
    weight: 8,
    when: ({ paymentMethod, paymentStatus, orderStatus }) =>
      ['card', 'khalti', 'esewa'].includes(paymentMethod) &&
      paymentStatus === 'pending' &&
      orderStatus !== 'cancelled',
    take(order, { random, recordName }) {
      const by = ownerOf(order);
      const choice = random.chance(0.6) ? 'pay' : random.pick(['wait', 'cancel', 'halt', 'less', 'leave']);
      return {
        by,
        says: `opens the payment page of ${recordName} and chooses "${choice}"`,
        work: (shop) => payOnPage(shop, by, order._id, choice),
      };
    },
  },
  'pay late': {
    weight: 3,
    when: ({ card, paymentStatus }) => (card?.sessionId ?? null) !== null && paymentStatus !== 'paid',
    take(order, { random, recordName }) {
      const choice = random.pick(['pay', 'complete']);
      const says = `chooses "${choice}" on an open page of ${recordName}, and does not come back`;
      return chooseOnPage(ownerOf(order), says, order.card?.sessionId ?? '', choice);
    },
  },
  'refund a return again': {
    weight: 4,
    when: ({ returns = [] }) => returns.some(({ state }) => state !== 'done'),
    take({ _id, returns = [] }, { random, recordName, admin }) {
      const returnId = returns.length > 0 ? random.pick(returns).id : _id;
      const isByHand = random.chance(0.3);
      return calls(
        admin,
        `refunds a return of ${recordName}${isByHand ? ' by hand' : ' again'}`,
        refundReturn,
        {
          params: { orderId: _id, returnId },
          body: { isByHand, note },
        },
      );
    },
  },
  'hand back a payment': {
    weight: 4,
    when: ({ secondPayments = [] }) => secondPayments.some(({ state }) => state !== 'done'),
    take({ _id: orderId, secondPayments = [], card }, { random, recordName, admin }) {
      const paymentId =
        secondPayments.length > 0 ? random.pick(secondPayments).paymentId : (card?.paymentId ?? 'none');
      return calls(admin, `hands back another payment of ${recordName}`, handBackPayment, {
        params: { orderId, paymentId },
        body: { note },
      });
    },
  },
  'refund at the provider': {
    weight: 1,
    isElsewhere: true,
    // The portal only refunds whole payments, so staff use it when the whole payment is due.
    when: ({ card, pricing, refund, returns = [] }) =>
      /^(khalti|esewa)_/.test(card?.paymentId ?? '') &&
      ((refund !== null && refund.state !== 'done') ||
        returns.some((one) => one.state !== 'done' && one.amountInMinorUnits === pricing.totalInMinorUnits)),
    take: ({ card }, { recordName, admin }) =>
      chooseOnPage(
        admin,
        `gives the payment of ${recordName} back in the portal`,
        card?.paymentId ?? '',
        'refund',
      ),
  },
});
