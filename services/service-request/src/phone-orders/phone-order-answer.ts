import type { PhoneOrderAnswer, TrackedRequest } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import { historyAnswer, trackedFields } from '../requests/request-answer.ts';
import { mayCancel, type PhoneOrder, phoneOrderSubject, totalOf, usualSteps } from './phone-order.rules.ts';

function totalPriceOf(order: PhoneOrder): number | null {
  const total = totalOf(order);
  return total === null ? null : fromMinorUnits(total);
}

/** An order of a new phone as staff see it (AENT-08). */
export function phoneOrderAnswer(order: PhoneOrder): PhoneOrderAnswer {
  const {
    unitPriceInMinorUnits: _price,
    userId: _user,
    linkGeneration: _link,
    isCustomerGone: _gone,
    forgottenAt: _forgotten,
    ...fields
  } = order;
  return {
    ...fields,
    _id: order.id,
    usualSteps: [...usualSteps[order.status]],
    totalPrice: totalPriceOf(order),
    history: order.history.map(historyAnswer),
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}

/** What the holder of the link sees. */
export const trackedPhoneOrder = (order: PhoneOrder): TrackedRequest => ({
  ...trackedFields('phone-order', phoneOrderSubject(order), order),
  actions: mayCancel(order) ? ['cancel'] : [],
  quote: null,
  appointment: null,
  offered: null,
  ordered: {
    totalPrice: totalPriceOf(order),
    paymentMethod: order.paymentMethod,
    deliveryMethod: order.deliveryMethod,
    preferredDate: order.preferredDate,
    preferredTime: order.preferredTime,
    priority: order.priority,
  },
  hasPhoto: false,
});
