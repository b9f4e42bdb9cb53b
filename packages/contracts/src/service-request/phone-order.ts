import { z } from 'zod';
import { objectIdSchema } from '../primitives.ts';
import { requestHistorySchema } from './request-history.ts';

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

/** The order of a new phone as staff see it. */
export const phoneOrderSchema = z.object({
  _id: objectIdSchema,
  id: objectIdSchema,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  model: z.string(),
  color: z.string(),
  storage: z.string(),
  quantity: z.int().min(1).max(10),
  /** Quantity times the price of the product of that model when it was ordered; null when the shop knows no such product. */
  totalPrice: z.number().min(0).nullable(),
  paymentMethod: z.enum(phoneOrderPaymentMethods),
  deliveryMethod: z.enum(phoneOrderDeliveryMethods),
  address: z.string(),
  preferredDate: z.string(),
  preferredTime: z.string(),
  message: z.string(),
  budget: z.string(),
  priority: z.enum(phoneOrderPriorities),
  adminNotes: z.string(),
  status: z.enum(phoneOrderStatuses),
  /** What usually comes next; another status asks for a note. */
  usualSteps: z.array(z.enum(phoneOrderStatuses)),
  history: z.array(requestHistorySchema),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().min(1),
});

export type PhoneOrderAnswer = z.output<typeof phoneOrderSchema>;
