import type { Order as OrderAnswer } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import { money } from '../../ledger/ledger.rules.ts';
import { returnTimeOf } from '../../returns/return.rules.ts';
import { isPayable } from '../order.rules.ts';
import type { Order, OrderReturn } from '../order.ts';
import type { OrdersContext } from '../orders-context.ts';

/** What an answer depends on besides its order. */
export const todayOf = async ({ documents, now }: Pick<OrdersContext, 'documents' | 'now'>) => ({
  now: now(),
  returnDays: (await documents.policies.inForce()).returns.days,
});

const returnAnswer = (returned: OrderReturn): OrderAnswer['returns'][number] => ({
  id: returned.id,
  reference: returned.reference,
  payment: money(returned.amountInMinorUnits),
  credit: money(returned.creditInMinorUnits),
  state: returned.state === 'failed' && returned.isByHand ? 'by-hand' : returned.state,
  at: returned.settledAt.toISOString(),
});

/** Amounts in major units. */
export function orderAnswer(
  order: Order,
  { now, returnDays }: Awaited<ReturnType<typeof todayOf>>,
): OrderAnswer {
  const { pricing } = order;
  const { until, problem } = returnTimeOf(order, returnDays, now);
  return {
    _id: order.id,
    id: order.id,
    orderNumber: order.orderNumber,
    userId: order.userId,
    customerDetails: { ...order.customerDetails },
    currency: order.currency,
    products: order.lines.map((line) => ({
      productId: line.productId,
      name: line.name,
      details: line.details,
      image: line.image,
      price: fromMinorUnits(line.priceInMinorUnits),
      originalPrice: fromMinorUnits(line.originalPriceInMinorUnits),
      quantity: line.quantity,
      lineTotal: fromMinorUnits(line.lineTotalInMinorUnits),
      promoCode: line.promoCode,
      specialOffer: line.specialOffer && { ...line.specialOffer },
    })),
    pricing: {
      subtotal: fromMinorUnits(pricing.subtotalInMinorUnits),
      shipping: fromMinorUnits(pricing.shippingInMinorUnits),
      tax: fromMinorUnits(pricing.taxInMinorUnits),
      total: fromMinorUnits(pricing.totalInMinorUnits),
    },
    decisions: order.decisions.map(({ rule, line, title, amountInMinorUnits }) => ({
      rule,
      line,
      title,
      amount: fromMinorUnits(amountInMinorUnits),
    })),
    promoCode: order.promoCode,
    paymentMethod: order.paymentMethod,
    credit: order.credit ? { ...order.credit } : null,
    paymentStatus: order.paymentStatus,
    orderStatus: order.orderStatus,
    adminNotes: order.adminNotes,
    history: order.history.map(({ at, by, what, from, to, note }) => ({
      at: at.toISOString(),
      by,
      what,
      from,
      to,
      note,
    })),
    documents: [...(order.documents ?? [])],
    returns: (order.returns ?? []).map(returnAnswer),
    returnUntil: problem === null && until !== null ? until.toISOString() : null,
    canCancel: order.orderStatus === 'pending',
    canPay: isPayable(order, now),
    payUntil: order.payUntil?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    version: order.version,
  };
}
