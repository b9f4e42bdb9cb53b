import { z } from 'zod';
import { contactFields } from '../contact-fields.ts';
import { statusesOf } from '../life/life.ts';
import { phoneOrderLife } from '../life/phone-order-life.ts';
import { requiredLine, shopCurrencySchema } from '../primitives.ts';
import { slotTimeSchema } from './repair-booking.ts';
import { staffRequest } from './request-fields.ts';

export const phoneOrderPaymentMethods = ['full', 'installment'] as const;
export const phoneOrderDeliveryMethods = ['pickup', 'delivery'] as const;
/** 3-5 business days, 1-2 business days, same day. */
export const phoneOrderPriorities = ['standard', 'express', 'urgent'] as const;

export const phoneOrderStatuses = statusesOf(phoneOrderLife);

export const phoneOrderSchema = staffRequest(phoneOrderStatuses, {
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  model: z.string(),
  color: z.string(),
  storage: z.string(),
  quantity: z.int().min(1).max(10),
  /** Quantity times the price at the time of the order; null when the product was unknown. */
  totalPrice: z.number().min(0).nullable(),
  currency: shopCurrencySchema,
  paymentMethod: z.enum(phoneOrderPaymentMethods),
  deliveryMethod: z.enum(phoneOrderDeliveryMethods),
  address: z.string(),
  preferredDate: z.string(),
  preferredTime: z.string(),
  message: z.string(),
  budget: z.string(),
  priority: z.enum(phoneOrderPriorities),
});

export type PhoneOrderAnswer = z.output<typeof phoneOrderSchema>;

const dateText = 'Please choose a date';
const optionalText = (field: string, maxLength: number) =>
  z.string().trim().max(maxLength, `${field} must be at most ${maxLength} characters`).default('');

/** Unknown fields are dropped. */
export const createPhoneOrderBodySchema = z
  .object({
    ...contactFields,
    model: requiredLine('Model', 120),
    color: requiredLine('Color', 60),
    storage: requiredLine('Storage', 60),
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
