import {
  phoneOrderDeliveryMethods,
  phoneOrderPaymentMethods,
  phoneOrderPriorities,
  phoneOrderStatuses,
} from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import type { RequestKindDeclaration } from '../requests/request-kind.ts';
import { mayCancel, type PhoneOrder, phoneOrderRules, totalOf } from './phone-order.rules.ts';

const text = { type: String, required: true };
const ownText = { type: String, default: '' };

function totalPriceOf(order: PhoneOrder): number | null {
  const total = totalOf(order);
  return total === null ? null : fromMinorUnits(total);
}

/** An order of a new phone. */
export const phoneOrder = {
  ...phoneOrderRules,
  linkLetter: 'p',
  collection: 'phone_orders',
  statuses: phoneOrderStatuses,
  fields: {
    model: text,
    color: text,
    storage: text,
    quantity: { type: Number, required: true, min: 1, max: 10 },
    unitPriceInMinorUnits: { type: Number, min: 0, default: null },
    paymentMethod: { ...text, enum: phoneOrderPaymentMethods },
    deliveryMethod: { ...text, enum: phoneOrderDeliveryMethods },
    address: ownText,
    preferredDate: ownText,
    preferredTime: ownText,
    message: ownText,
    budget: ownText,
    priority: { ...text, enum: phoneOrderPriorities },
  },
  searchedBy: ({ name, email, phone, model }) => [name, email, phone, model],
  subjectFields: ['quantity', 'model', 'storage', 'color'],
  answer: (order) => ({
    name: order.name,
    email: order.email,
    phone: order.phone,
    model: order.model,
    color: order.color,
    storage: order.storage,
    quantity: order.quantity,
    totalPrice: totalPriceOf(order),
    paymentMethod: order.paymentMethod,
    deliveryMethod: order.deliveryMethod,
    address: order.address,
    preferredDate: order.preferredDate,
    preferredTime: order.preferredTime,
    message: order.message,
    budget: order.budget,
    priority: order.priority,
  }),
  tracked: (order) => ({
    actions: mayCancel(order) ? ['cancel'] : [],
    ordered: {
      totalPrice: totalPriceOf(order),
      paymentMethod: order.paymentMethod,
      deliveryMethod: order.deliveryMethod,
      preferredDate: order.preferredDate,
      preferredTime: order.preferredTime,
      priority: order.priority,
    },
  }),
} satisfies RequestKindDeclaration<PhoneOrder>;
