import { z } from 'zod';
import { shopCurrencySchema } from '../primitives.ts';
import { staffRequest } from './request-fields.ts';

export const phoneOrderPaymentMethods = ['full', 'installment'] as const;
export const phoneOrderDeliveryMethods = ['pickup', 'delivery'] as const;
/** 3-5 business days, 1-2 business days, same day. */
export const phoneOrderPriorities = ['standard', 'express', 'urgent'] as const;

export const phoneOrderStatuses = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
] as const;

export type PhoneOrderStatus = (typeof phoneOrderStatuses)[number];

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
