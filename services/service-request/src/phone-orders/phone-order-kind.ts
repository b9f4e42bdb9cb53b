import { phoneOrderStatuses, shopCurrency } from '@kinmel/contracts';
import { fromMinorUnits, pick } from '@kinmel/service-kit';
import type { RequestKindDeclaration } from '../requests/request-kind.ts';
import {
  mayCancel,
  type PhoneOrder,
  phoneOrderRules,
  shownFields,
  staffFields,
  totalOf,
} from './phone-order.rules.ts';

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
    ...pick(order, 'name', 'email', 'phone', ...staffFields, ...shownFields),
    totalPrice: totalPriceOf(order),
  }),
  tracked: (order) => ({
    actions: mayCancel(order) ? ['cancel'] : [],
    ordered: { ...pick(order, ...shownFields), totalPrice: totalPriceOf(order) },
  }),
} satisfies RequestKindDeclaration<PhoneOrder>;
