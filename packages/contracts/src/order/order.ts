import { z } from 'zod';
import { paymentMethodNames } from '../browser/payment-methods.ts';
import { objectIdSchema } from '../primitives.ts';

export const orderStatuses = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentStatuses = ['pending', 'paid', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** An amount as answers carry it: decimal, major units, zero allowed. */
const amountSchema = z.number().min(0);

/** Figures of the server, in major units. */
export const pricingSchema = z.object({
  subtotal: amountSchema,
  shipping: amountSchema,
  tax: amountSchema,
  total: amountSchema,
});

/** Which rule gave a line or the order what, for the shopper's eyes and for support. Amounts in major units. */
export const priceDecisionSchema = z.object({
  rule: z.enum(['list-price', 'offer', 'promo-code', 'shipping-fee', 'free-shipping', 'tax']),
  /** Key of the line (`productId` or `productId/offerId`); null for the whole order. */
  line: z.string().nullable(),
  /** Title of the offer, the promo code, or the label that the tax had ("Tax (8%)"); empty for the other rules. */
  title: z.string(),
  /** What the rule took off (negative) or put on. */
  amount: z.number(),
});

export const orderLineSchema = z.object({
  productId: z.string(),
  name: z.string(),
  /** What tells the variant apart, "128 GB, Midnight"; empty where the product says nothing of it, absent on older orders. */
  details: z.string().optional(),
  image: z.string(),
  /** Of one piece, as paid. */
  price: amountSchema,
  originalPrice: amountSchema,
  quantity: z.int().min(1),
  lineTotal: amountSchema,
  promoCode: z.string().nullable(),
  /** One object with what every view needs. */
  specialOffer: z
    .object({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      discount: z.string(),
      discountPercentage: z.number(),
    })
    .nullable(),
});

export const customerDetailsSchema = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  zipCode: z.string(),
  notes: z.string(),
});

export const orderHistorySchema = z.object({
  at: z.iso.datetime(),
  /** `customer`, `admin` or `shop` (a program of the shop: the payment, the sweeper). */
  by: z.enum(['customer', 'admin', 'shop']),
  what: z.enum(['order-status', 'payment-status', 'note']),
  from: z.string().nullable(),
  to: z.string(),
  note: z.string(),
});

/** An order as its owner and as staff see it. */
export const orderSchema = z.object({
  _id: objectIdSchema,
  id: objectIdSchema,
  /** Unique and readable: `KM-7H2K-94QX`. */
  orderNumber: z.string(),
  customerDetails: customerDetailsSchema,
  products: z.array(orderLineSchema),
  pricing: pricingSchema,
  decisions: z.array(priceDecisionSchema),
  promoCode: z.string().nullable(),
  paymentMethod: z.enum(paymentMethodNames),
  paymentStatus: z.enum(paymentStatuses),
  orderStatus: z.enum(orderStatuses),
  /** The store update note. */
  adminNotes: z.string(),
  history: z.array(orderHistorySchema),
  /** What its owner may do with it now. */
  canCancel: z.boolean(),
  canPay: z.boolean(),
  /** An unpaid card order is cancelled then. */
  payUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().min(1),
});

export type Order = z.output<typeof orderSchema>;
