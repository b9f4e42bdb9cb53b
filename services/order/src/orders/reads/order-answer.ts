import type { Order as OrderAnswer } from '@kinmel/contracts';
import { fromMinorUnits, pick } from '@kinmel/service-kit';
import { money } from '../../ledger/ledger.rules.ts';
import { otherPaymentsOf } from '../../payments/payment.rules.ts';
import { returnTimeOf } from '../../returns/return.rules.ts';
import { isPayable } from '../order.rules.ts';
import type { Order, OrderReturn } from '../order.ts';
import type { OrdersContext } from '../orders-context.ts';

export type AnswerContext = Pick<OrdersContext, 'policies' | 'now'>;

/** What the answer needs besides the order. */
export const answerSettingsOf = async ({ policies, now }: AnswerContext) => ({
  now: now(),
  returnDays: (await policies.inForce()).returns.days,
});

const returnAnswer = (orderReturn: OrderReturn): OrderAnswer['returns'][number] => ({
  ...pick(orderReturn, 'id', 'reference'),
  payment: money(orderReturn.amountInMinorUnits),
  credit: money(orderReturn.creditInMinorUnits),
  state: orderReturn.state === 'failed' && orderReturn.isByHand ? 'by-hand' : orderReturn.state,
  at: orderReturn.settledAt.toISOString(),
});

export const pricingAnswer = (pricing: Order['pricing']): OrderAnswer['pricing'] => ({
  subtotal: fromMinorUnits(pricing.subtotalInMinorUnits),
  shipping: fromMinorUnits(pricing.shippingInMinorUnits),
  tax: fromMinorUnits(pricing.taxInMinorUnits),
  total: fromMinorUnits(pricing.totalInMinorUnits),
});

/** Amounts in major units. */
export function orderAnswer(
  order: Order,
  { now, returnDays }: Awaited<ReturnType<typeof answerSettingsOf>>,
): OrderAnswer {
  const { until, problem } = returnTimeOf(order, returnDays, now);
  return {
    ...pick(order, 'id', 'orderNumber', 'userId', 'promoCode', 'paymentMethod', 'paymentStatus'),
    ...pick(order, 'orderStatus', 'adminNotes', 'version'),
    _id: order.id,
    customerDetails: { ...order.customerDetails },
    currency: order.currency,
    products: order.lines.map((line) => ({
      ...pick(line, 'productId', 'name', 'details', 'image', 'passportLink', 'quantity', 'promoCode'),
      price: fromMinorUnits(line.priceInMinorUnits),
      originalPrice: fromMinorUnits(line.originalPriceInMinorUnits),
      lineTotal: fromMinorUnits(line.lineTotalInMinorUnits),
      specialOffer: line.specialOffer && { ...line.specialOffer },
    })),
    pricing: pricingAnswer(order.pricing),
    decisions: order.decisions.map((decision) => ({
      ...pick(decision, 'rule', 'line', 'title'),
      amount: fromMinorUnits(decision.amountInMinorUnits),
    })),
    credit: order.credit ? { ...order.credit } : null,
    history: order.history.map((entry) => ({
      ...pick(entry, 'by', 'what', 'from', 'to', 'note'),
      at: entry.at.toISOString(),
    })),
    documents: [...(order.documents ?? [])],
    returns: (order.returns ?? []).map(returnAnswer),
    otherPayments: otherPaymentsOf(order).map(({ amountInMinorUnits, ...other }) => ({
      ...other,
      amount: money(amountInMinorUnits),
    })),
    returnUntil: problem === null && until !== null ? until.toISOString() : null,
    canCancel: order.orderStatus === 'pending',
    canPay: isPayable(order, now),
    payUntil: order.payUntil?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}

export const currentAnswer = async (context: AnswerContext, order: Order) =>
  orderAnswer(order, await answerSettingsOf(context));

export async function oneOrder(context: AnswerContext, order: Order) {
  const data = await currentAnswer(context, order);
  return { order: data, data };
}
