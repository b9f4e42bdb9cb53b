import { z } from 'zod';
import { paymentMethodNames } from '../browser/payment-methods.ts';
import { statusesOf } from '../life/life.ts';
import { orderLife } from '../life/order-life.ts';
import { paymentLife } from '../life/payment-life.ts';
import { moneySchema, objectIdSchema, shopCurrencySchema } from '../primitives.ts';

export const orderStatuses = statusesOf(orderLife);
export const paymentStatuses = statusesOf(paymentLife);

/** The tax documents that an order can have. */
export const documentKinds = ['invoice', 'credit-note'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Major units. */
const amountSchema = z.number().min(0);

/** Major units. */
export const pricingSchema = z.object({
  subtotal: amountSchema,
  shipping: amountSchema,
  tax: amountSchema,
  total: amountSchema,
});

/** One step of the price, for shoppers and support. Amounts in major units. */
export const priceDecisionSchema = z.object({
  rule: z.enum(['list-price', 'offer', 'promo-code', 'shipping-fee', 'free-shipping', 'tax']),
  /** `productId` or `productId/offerId`; null for the whole order. */
  line: z.string().nullable(),
  /** Title of the offer, promo code, or label of the tax ("Tax (8%)"); else empty. */
  title: z.string(),
  /** Negative for a discount. */
  amount: z.number(),
});

export const orderLineSchema = z.object({
  productId: z.string(),
  name: z.string(),
  /** The variant, "128 GB, Midnight"; may be empty. */
  details: z.string(),
  image: z.string(),
  /** `/passport/…` of a device; absent for other products. */
  passportLink: z.string().optional(),
  /** Unit price. */
  price: amountSchema,
  originalPrice: amountSchema,
  quantity: z.int().min(1),
  lineTotal: amountSchema,
  promoCode: z.string().nullable(),
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
  /** `shop` is the system. */
  by: z.enum(['customer', 'admin', 'shop']),
  what: z.enum(['order-status', 'payment-status', 'note']),
  from: z.string().nullable(),
  to: z.string(),
  note: z.string(),
});

/** The refund of a settled return. */
const orderReturnSchema = z.object({
  id: objectIdSchema,
  reference: z.string(),
  /** Refunded to the payment method. */
  payment: moneySchema,
  /** Given back as credit. */
  credit: moneySchema,
  /** The state of the refund to the payment method. `failed`: staff must decide; `by-hand`: staff give it back. */
  state: z.enum(['due', 'failed', 'by-hand', 'done']),
  at: z.iso.datetime(),
});

/** A payment that the order did not use: a second one, one of another amount, or one whose provider never decided. */
const otherPaymentSchema = z.object({
  id: z.string(),
  amount: moneySchema,
  /** `due`: the provider refunds it; `by-hand`: staff do; `undecided`: staff must look it up first. */
  state: z.enum(['due', 'by-hand', 'undecided', 'done']),
});

export const orderSchema = z.object({
  _id: objectIdSchema,
  id: objectIdSchema,
  /** Unique: `KM-7H2K-94QX`. */
  orderNumber: z.string(),
  /** The account; `deleted` when it was deleted. */
  userId: z.string(),
  customerDetails: customerDetailsSchema,
  /** The currency of all sums without their own. */
  currency: shopCurrencySchema,
  products: z.array(orderLineSchema),
  pricing: pricingSchema,
  decisions: z.array(priceDecisionSchema),
  promoCode: z.string().nullable(),
  /** `credit` when credit covered the total; otherwise the method for the remaining amount. */
  paymentMethod: z.enum(paymentMethodNames),
  /** The part of the total that was paid with credit. */
  credit: moneySchema.extend({ isReturned: z.boolean() }).nullable(),
  paymentStatus: z.enum(paymentStatuses),
  orderStatus: z.enum(orderStatuses),
  adminNotes: z.string(),
  history: z.array(orderHistorySchema),
  /** The documents that exist; before the invoice there is only a confirmation. */
  documents: z.array(z.enum(documentKinds)),
  /** Settled returns, oldest first. Each has a credit note. */
  returns: z.array(orderReturnSchema),
  /** Payments that the order did not use, which go back. */
  otherPayments: z.array(otherPaymentSchema),
  /** End of the return period; null when the goods cannot be returned. */
  returnUntil: z.iso.datetime().nullable(),
  canCancel: z.boolean(),
  canPay: z.boolean(),
  /** Deadline of an online payment. */
  payUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().min(1),
});

export type Order = z.output<typeof orderSchema>;
