import { phoneOrderStatuses, shopCurrency } from '@kinmel/contracts';
import { fromMinorUnits, pick } from '@kinmel/service-kit';
import type { RequestKindDeclaration } from '../requests/request-kind.ts';
import { mayCancel, type PhoneOrder, phoneOrderRules, totalOf } from './phone-order.rules.ts';

/** The fields that the holder of the link sees too. */
const choices = ['paymentMethod', 'deliveryMethod', 'preferredDate', 'preferredTime', 'priority'] as const;

function totalPriceOf(order: PhoneOrder): number | null {
  const total = totalOf(order);
  return total === null ? null : fromMinorUnits(total);
}

export const phoneOrder = {
  ...phoneOrderRules,
  linkLetter: 'p',
  collection: 'phone_orders',
  statuses: phoneOrderStatuses,
  oldFields: { currency: shopCurrency },
  searchedBy: ({ model }) => ({ texts: [model] }),
  subjectFields: ['quantity', 'model', 'storage', 'color'],
  answer: (order) => ({
    ...pick(order, 'name', 'email', 'phone', 'model', 'color', 'storage', 'quantity', ...choices),
    ...pick(order, 'address', 'message', 'budget', 'currency'),
    totalPrice: totalPriceOf(order),
  }),
  tracked: (order) => ({
    actions: mayCancel(order) ? ['cancel'] : [],
    ordered: { ...pick(order, ...choices, 'currency'), totalPrice: totalPriceOf(order) },
  }),
} satisfies RequestKindDeclaration<PhoneOrder>;
