import { z } from 'zod';
import { ownedBy } from '../endpoint.ts';
import { answerOf } from '../primitives.ts';
import {
  phoneOrderDeliveryMethods,
  phoneOrderPaymentMethods,
  phoneOrderPriorities,
  phoneOrderSchema,
  phoneOrderStatuses,
} from './phone-order.ts';
import { slotTimeSchema } from './repair-booking.ts';
import { contactFields, filledIn } from './request-fields.ts';
import { changedFields, staffEndpoints } from './staff-endpoints.ts';

const defineEndpoint = ownedBy('service-request');

const dateText = 'Please choose a date';
const optionalText = (field: string, maxLength: number) =>
  z.string().trim().max(maxLength, `${field} must be at most ${maxLength} characters`).default('');

/** Unknown fields are dropped. */
export const createPhoneOrderBodySchema = z
  .object({
    ...contactFields,
    model: filledIn('Model', 120),
    color: filledIn('Color', 60),
    storage: filledIn('Storage', 60),
    quantity: z
      .int('Please choose a quantity from 1 to 10')
      .min(1, 'Please choose a quantity from 1 to 10')
      .max(10, 'Please choose a quantity from 1 to 10'),
    paymentMethod: z.enum(phoneOrderPaymentMethods),
    deliveryMethod: z.enum(phoneOrderDeliveryMethods),
    address: optionalText('Address', 300),
    preferredDate: z.union([z.literal(''), z.iso.date(dateText)]).default(''),
    preferredTime: z.union([z.literal(''), slotTimeSchema]).default(''),
    message: optionalText('Message', 2000),
    budget: optionalText('Budget', 60),
    priority: z.enum(phoneOrderPriorities),
  })
  .superRefine(({ deliveryMethod, address, preferredDate, preferredTime }, context) => {
    const requireText = (path: string, value: string, message: string) => {
      if (value === '') context.addIssue({ code: 'custom', path: [path], message });
    };
    if (deliveryMethod === 'delivery') requireText('address', address, 'Please fill in Address');
    else {
      requireText('preferredDate', preferredDate, dateText);
      requireText('preferredTime', preferredTime, 'Please choose a time');
    }
  });

export const createPhoneOrder = defineEndpoint('createPhoneOrder', 'POST /api/admin/phone-orders', {
  role: 'public',
  summary:
    'Orders a new phone; public for this method only. The header `Idempotency-Key` makes it safe to repeat.',
  body: createPhoneOrderBodySchema,
  status: 201,
  answer: answerOf(phoneOrderSchema).extend({ message: z.string(), trackingLink: z.string() }),
  problems: ['too-many-requests', 'key-reused', 'service-unavailable'],
});

export const listPhoneOrders = defineEndpoint('listPhoneOrders', 'GET /api/admin/phone-orders', {
  role: 'admin',
  summary: 'All phone orders, newest first, at most the newest 10,000.',
  answer: answerOf(z.array(phoneOrderSchema)),
});

const { read, change } = staffEndpoints('/api/admin/phone-orders/{orderId}', 'orderId', phoneOrderSchema);

export const getPhoneOrder = read('getPhoneOrder', 'phone order');

export const updatePhoneOrder = change(
  'updatePhoneOrder',
  '',
  'Sets any known status. An unusual step needs a note.',
  z.object({ status: z.enum(phoneOrderStatuses), ...changedFields }),
);

export const phoneOrderEndpoints = {
  createPhoneOrder,
  listPhoneOrders,
  getPhoneOrder,
  updatePhoneOrder,
} as const;
