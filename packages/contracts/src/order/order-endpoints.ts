import { z } from 'zod';
import { maxOrderLines } from '../browser/limits.ts';
import { defaultPaymentMethod, paymentMethodNames } from '../browser/payment-methods.ts';
import { normalizePromoCode } from '../browser/typed-text.ts';
import { contactFields } from '../contact-fields.ts';
import { forAccount, forStaff, ownedBy } from '../endpoint.ts';
import {
  answerOf,
  answerWith,
  bulkItemsSchema,
  bulkJobSchema,
  newRecordsSchema,
  objectIdSchema,
  pageQuery,
  positiveMoneySchema,
  queryColumns,
  queryNumber,
  queryText,
  requiredLine,
  shopCurrencySchema,
} from '../primitives.ts';
import { orderSchema, orderStatuses, paymentStatuses, pricingSchema } from './order.ts';
import { lineKeySchema, orderToReturnSchema } from './order-to-return.ts';
import { paymentPageSchema } from './payment-endpoints.ts';
import { policySchema } from './policy.ts';

const defineEndpoint = ownedBy('order');

export const getPolicy = defineEndpoint('getPolicy', 'GET /api/policy', {
  role: 'public',
  summary: 'The current policy record: shipping, tax, returns, warranty, hours.',
  answer: answerOf(policySchema),
});

/** Fields of a line that order uses; others are ignored. */
export const orderedLineSchema = z.object({
  /** A product's id, or the offer's id for an offer without products. */
  productId: objectIdSchema,
  quantity: z
    .int('The quantity must be a whole number.')
    .min(1, 'The quantity must be at least 1.')
    .max(1000),
  specialOffer: z.object({ id: objectIdSchema }).nullable().optional(),
});

export const deliverySchema = z.object({
  ...contactFields,
  address: requiredLine('Address', 200),
  city: requiredLine('City', 80),
  zipCode: requiredLine('ZipCode', 20),
  notes: z.string().trim().max(500).default(''),
});

const promoCodeSchema = z
  .string()
  .overwrite(normalizePromoCode)
  .max(20, 'This promo code is not valid.')
  .nullable()
  .optional();

/**
 * A field of any type that the server ignores: it is dropped, and two requests with the same `Idempotency-Key` may differ
 * in it.
 */
const ignoredField = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .optional()
    .catch(undefined)
    .transform(() => undefined)
    .optional();

const ignoredAmount = ignoredField(z.number());

const placedLineSchema = orderedLineSchema.extend({
  name: ignoredField(z.string()),
  image: ignoredField(z.string()),
  price: ignoredAmount,
  specialOffer: z
    .object({ id: objectIdSchema, title: ignoredField(z.string()), discountPercentage: ignoredAmount })
    .nullable()
    .optional(),
});

/** Other fields are dropped. */
export const placeOrderBodySchema = z.object({
  user: ignoredField(z.string()),
  customerDetails: deliverySchema,
  products: z
    .array(placedLineSchema)
    .min(1, 'Your cart is empty!')
    .max(maxOrderLines, `An order has at most ${maxOrderLines} lines.`),
  pricing: z.object({
    subtotal: ignoredAmount,
    shipping: ignoredAmount,
    tax: ignoredAmount,
    /** The total shown to the shopper, in major units; refused when it differs from the current one. */
    total: z.number().min(0).max(1e12),
  }),
  /** Pays the total minus `credit`; `credit` when nothing is left. */
  paymentMethod: z.enum(paymentMethodNames).default(defaultPaymentMethod),
  /** Credit to use: at most the balance and the total. */
  credit: positiveMoneySchema.optional(),
  paymentStatus: ignoredField(z.enum(paymentStatuses)),
  orderStatus: ignoredField(z.enum(orderStatuses)),
  promoCode: promoCodeSchema,
});

export const placeOrder = defineEndpoint('placeOrder', 'POST /api/checkout-orders/create', {
  role: 'customer',
  confirmsSession: { whenGiven: 'credit' },
  summary: 'Places an order. The header `Idempotency-Key` makes it safe to repeat for 24 hours.',
  body: placeOrderBodySchema,
  status: 201,
  answer: answerWith({
    message: z.string(),
    order: orderSchema,
    data: orderSchema,
    /**
     * The payment page. Null for cash, when credit covers the total, and when it could not be created: the order's page
     * offers it again.
     */
    payment: paymentPageSchema.nullable(),
  }),
  /**
   * `price-changed`: `details` has every line and `total`. `out-of-stock`: `path` is the product. `order-limit`: too
   * many pieces or open orders. `payment-failed`: the provider rejects the order, which is cancelled.
   * `not-enough-credit`: `details` has `balance.amountInMinorUnits` and `balance.currency`.
   */
  problems: [
    'price-changed',
    'out-of-stock',
    'order-limit',
    'offer-not-available',
    'promo-code-invalid',
    'payment-failed',
    'not-enough-credit',
    'key-reused',
    'key-in-progress',
    'too-many-requests',
    'service-unavailable',
  ],
});

export const lineChanges = ['price', 'low-stock', 'out-of-stock', 'gone', 'offer-ended'] as const;

export const checkedCartSchema = z.object({
  currency: shopCurrencySchema,
  /** In the order of the request. Prices in major units. */
  products: z.array(
    z.object({
      productId: z.string(),
      offerId: z.string().nullable(),
      name: z.string(),
      image: z.string(),
      price: z.number().min(0),
      originalPrice: z.number().min(0),
      quantity: z.int().min(1),
      /** The limit of pieces per line, independent of the stock. */
      maxQuantity: z.int().min(1),
      lineTotal: z.number().min(0),
      inStock: z.boolean(),
      lowStockCount: z.int().min(1).max(5).nullable(),
      /** `gone`, `out-of-stock` and `offer-ended` cannot be ordered; `low-stock` means fewer pieces than requested. */
      problem: z.enum(lineChanges).nullable(),
    }),
  ),
  pricing: pricingSchema,
  promo: z
    .object({
      promoCode: z.string(),
      applied: z.boolean(),
      message: z.string(),
      discountPercentage: z.number(),
    })
    .nullable(),
});

export type CheckedCart = z.output<typeof checkedCartSchema>;

export const checkCart = defineEndpoint('checkCart', 'POST /api/checkout-orders/quote', {
  role: 'public',
  summary: 'Current prices and stock of a cart, computed as for an order. Stores nothing.',
  body: z.object({ products: z.array(orderedLineSchema).max(500), promoCode: promoCodeSchema }),
  answer: answerOf(checkedCartSchema),
  /** Refused after too many unknown promo codes. */
  problems: ['too-many-requests'],
});

export const ordersPaginationSchema = z.object({
  currentPage: z.int().min(1),
  totalPages: z.int().min(0),
  totalOrders: z.int().min(0),
  hasPrev: z.boolean(),
  hasNext: z.boolean(),
});

const ordersAnswerSchema = answerWith({
  orders: z.array(orderSchema),
  pagination: ordersPaginationSchema,
});

export const listMyOrders = defineEndpoint('listMyOrders', 'GET /api/checkout-orders/user/orders', {
  ...forAccount,
  summary: "The caller's orders, newest first, ten per page.",
  query: z.strictObject(pageQuery(10, 50)),
  answer: ordersAnswerSchema,
});

const oneOrderSchema = answerWith({ order: orderSchema, data: orderSchema });
const changedOrderSchema = oneOrderSchema.extend({ message: z.string() });

export const getMyOrder = defineEndpoint('getMyOrder', 'GET /api/checkout-orders/{id}', {
  ...forAccount,
  right: 'orders.see',
  summary: "One of the caller's orders, or any order for an admin. Other orders are answered as unknown.",
  answer: oneOrderSchema,
});

export const cancelOrder = defineEndpoint('cancelOrder', 'POST /api/checkout-orders/{id}/cancel', {
  ...forAccount,
  summary: "Cancels one of the caller's orders while it is pending. Idempotent.",
  body: z.object({ reason: z.string().trim().max(300).default('') }),
  answer: changedOrderSchema,
  problems: ['not-cancellable'],
});

export const getInvoice = defineEndpoint('getInvoice', 'GET /api/checkout-orders/{id}/invoice', {
  ...forAccount,
  right: 'orders.see',
  summary:
    "The invoice of one of the caller's orders as PDF, or of any order for an admin. Before the order is paid or shipped, its confirmation.",
  contentType: 'application/pdf',
  answer: z.unknown(),
  /** Refused after too many in a minute. */
  problems: ['too-many-requests'],
});

export const getCreditNote = defineEndpoint('getCreditNote', 'GET /api/checkout-orders/{id}/credit-note', {
  ...forAccount,
  right: 'orders.see',
  summary:
    "The credit note of one of the caller's orders, or of one of its returns, as PDF; for an admin, of any order.",
  query: z.strictObject({ return: objectIdSchema.optional() }),
  contentType: 'application/pdf',
  answer: z.unknown(),
  problems: ['too-many-requests'],
});

/** Each sort has an index. */
export const orderSorts = ['date_desc', 'date_asc', 'total_desc', 'total_asc'] as const;
export type OrderSort = (typeof orderSorts)[number];

const orderFilterSchema = z.strictObject({
  status: z.enum([...orderStatuses, 'all', '']).default('all'),
  /** Matches order number, name, e-mail or phone. */
  search: queryText(100).default(''),
  paymentMethod: z.enum([...paymentMethodNames, 'all', '']).default('all'),
  /** First and last day, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
const isRange = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
const rangeError = { error: 'The last day must not be before the first', path: ['to'] };
const orderSortSchema = z.enum(orderSorts).default('date_desc');

export const listOrders = defineEndpoint('listOrders', 'GET /api/checkout-orders/admin/orders', {
  ...forStaff('orders.see'),
  summary: 'All orders, newest first, twenty per page. A filter of `all` or without a value is not applied.',
  query: orderFilterSchema
    .extend({
      ...pageQuery(),
      sort: orderSortSchema,
    })
    .refine(isRange, rangeError),
  answer: ordersAnswerSchema,
});

export const countNewOrders = defineEndpoint('countNewOrders', 'GET /api/checkout-orders/admin/orders/new', {
  ...forStaff('orders.see'),
  summary:
    'The number of orders in a list that are newer than `since`, at most 100. Without `since`, the time to count from. Answers 304 to `If-None-Match` while nothing is new.',
  /** Time of the newest order in the list. */
  query: orderFilterSchema.extend({ since: z.iso.datetime().optional() }).refine(isRange, rangeError),
  answer: answerOf(newRecordsSchema),
});

/** Columns of the CSV with their headers. */
export const orderColumns = {
  orderNumber: 'Order number',
  customer: 'Customer',
  email: 'Email',
  phone: 'Phone',
  products: 'Products',
  paymentMethod: 'Payment method',
  total: 'Total (NPR)',
  credit: 'Credit (NPR)',
  paymentStatus: 'Payment status',
  status: 'Order status',
  date: 'Date',
} as const;

export type OrderColumn = keyof typeof orderColumns;

export const orderColumnNames = Object.keys(orderColumns) as OrderColumn[];

export const exportOrders = defineEndpoint('exportOrders', 'GET /api/checkout-orders/admin/orders/export', {
  ...forStaff('orders.export'),
  summary:
    'All orders of a list as CSV (RFC 4180, UTF-8) in the order of the list, with the given columns. Formulas are escaped.',
  query: orderFilterSchema
    .extend({
      sort: orderSortSchema,
      columns: queryColumns(orderColumnNames).optional(),
    })
    .refine(isRange, rangeError),
  contentType: 'text/csv',
  answer: z.unknown(),
});

export const exportTaxDocuments = defineEndpoint(
  'exportTaxDocuments',
  'GET /api/checkout-orders/admin/tax-documents/export',
  {
    ...forStaff('taxes.export'),
    summary:
      'The invoices and credit notes of a month of the shop as CSV, oldest first. The last lines are the sums by tax and of all.',
    query: z.strictObject({
      month: z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'A month is written like 2026-11.'),
    }),
    contentType: 'text/csv',
    answer: z.unknown(),
  },
);

export const bulkUpdateOrders = defineEndpoint(
  'bulkUpdateOrders',
  'POST /api/checkout-orders/admin/orders/status',
  {
    version: 2,
    ...forStaff('orders.change'),
    summary:
      'Starts a job that sets one status on up to 100 orders. Each is written separately and has its own outcome. The header `Idempotency-Key` makes it safe to repeat.',
    body: z.object({
      orderStatus: z.enum(orderStatuses),
      adminNotes: z.string().trim().max(1000).optional(),
      orders: bulkItemsSchema,
    }),
    status: 202,
    answer: answerOf(bulkJobSchema),
    problems: ['key-reused'],
  },
);

export const listOrderJobs = defineEndpoint('listOrderJobs', 'GET /api/checkout-orders/admin/bulk-jobs', {
  ...forStaff('orders.change'),
  summary: "The caller's unfinished bulk updates of orders, newest first.",
  answer: answerOf(z.array(bulkJobSchema)),
});

export const getOrderJob = defineEndpoint('getOrderJob', 'GET /api/checkout-orders/admin/bulk-jobs/{jobId}', {
  ...forStaff('orders.change'),
  summary:
    'The progress of a bulk update of orders and the outcome for each order; available for a week after its end.',
  answer: answerOf(bulkJobSchema),
});

export const updateOrderStatus = defineEndpoint(
  'updateOrderStatus',
  'PUT /api/checkout-orders/admin/orders/{orderId}/status',
  {
    ...forStaff('orders.change'),
    summary: 'Sets the status and the note. A step back, or one that skips a status, needs a note.',
    body: z.object({
      orderStatus: z.enum(orderStatuses),
      adminNotes: z.string().trim().max(1000).optional(),
      paymentStatus: z.enum(paymentStatuses).optional(),
      version: z.int().min(1).optional(),
    }),
    answer: changedOrderSchema,
    problems: ['version-conflict', 'conflict'],
  },
);

export const refundOrder = defineEndpoint(
  'refundOrder',
  'POST /api/checkout-orders/admin/orders/{orderId}/refund',
  {
    ...forStaff('orders.refund'),
    summary: 'Refunds a paid order, once.',
    body: z.object({ note: z.string().trim().max(1000).default('') }),
    answer: changedOrderSchema,
    problems: ['conflict', 'payment-failed', 'service-unavailable'],
  },
);

/** In major units, without cancelled orders. */
export const orderStatsSchema = z.object({
  totalOrders: z.int().min(0),
  pendingOrders: z.int().min(0),
  processingOrders: z.int().min(0),
  shippedOrders: z.int().min(0),
  deliveredOrders: z.int().min(0),
  totalRevenue: z.number().min(0),
  currency: shopCurrencySchema,
  codOrders: z.int().min(0),
});

export const getOrderStats = defineEndpoint(
  'getOrderStats',
  'GET /api/checkout-orders/admin/dashboard-stats',
  {
    ...forStaff('orders.see'),
    summary: 'Figures over all orders.',
    answer: orderStatsSchema.extend({ success: z.literal(true), data: orderStatsSchema }),
  },
);

export const maxFigureDays = 366;

const figuresSchema = z.object({
  orders: z.int().min(0),
  cancelled: z.int().min(0),
  /** Without cancelled orders, in major units. */
  revenue: z.number().min(0),
});

export const dailyFiguresSchema = z.object({
  timeZone: z.string(),
  currency: shopCurrencySchema,
  /** Every day in the shop's time zone, also without orders. */
  days: z.array(figuresSchema.extend({ day: z.iso.date() })),
  /** The figures of the stat cards. */
  all: figuresSchema,
});

export type DailyFigures = z.output<typeof dailyFiguresSchema>;

export const getDailyFigures = defineEndpoint(
  'getDailyFigures',
  'GET /api/admin/services/order/daily-figures',
  {
    ...forStaff('figures.see'),
    summary:
      'Orders, cancelled orders and revenue per day of the shop, oldest first, up to the given day or today.',
    query: z.strictObject({
      days: queryNumber(z.int().min(1).max(maxFigureDays)).default(30),
      to: z.iso.date().optional(),
    }),
    answer: answerOf(dailyFiguresSchema),
  },
);

/** The state of an order. An order that does not exist can never be inserted afterwards. */
export const settleOrder = defineEndpoint('settleOrder', 'POST /internal/orders/{orderId}/settle', {
  role: 'service',
  summary:
    'Called by the owner of an overdue hold. The answer `abandoned` is final: a request that is still running can no longer insert the order.',
  answer: answerWith({
    state: z.enum(['placed', 'cancelled', 'abandoned']),
  }),
});

/** The caller, service-request, decides who may see it. */
export const readOrderToReturn = defineEndpoint(
  'readOrderToReturn',
  'GET /internal/orders/{orderId}/to-return',
  {
    role: 'service',
    summary:
      'An order as a return of its goods needs it. With `returnId` as if that return had claimed nothing.',
    query: z.strictObject({ returnId: objectIdSchema.optional() }),
    answer: answerOf(orderToReturnSchema),
    problems: ['not-found'],
  },
);

export const claimReturn = defineEndpoint(
  'claimReturn',
  'PUT /internal/orders/{orderId}/returns/{returnId}',
  {
    role: 'service',
    summary:
      'Claims pieces of an order for a return, once by its id. `return.status-changed` and `return.settled` end the claim; service-request is asked about one that is older than a minute.',
    body: z.object({
      lines: z
        .array(z.object({ key: lineKeySchema, quantity: z.int().min(1) }))
        .min(1)
        .max(200),
      reference: z.string().min(1),
      /**
       * The version of the return before the claimed step; 0 for a new return. The return period limits only new
       * ones.
       */
      version: z.int().min(0),
    }),
    answer: answerWith({}),
    problems: ['not-found', 'conflict'],
  },
);

const buyBackParams = z.object({ orderId: objectIdSchema, receiptId: objectIdSchema });

export const claimBuyBack = defineEndpoint(
  'claimBuyBack',
  'PUT /internal/orders/{orderId}/buy-backs/{receiptId}',
  {
    role: 'service',
    summary:
      'Claims the phone of an order for its receipt by a sell request, once: the order is then neither cancelled nor refunded as a whole. `device.sent-back` ends the claim.',
    params: buyBackParams,
    body: z.object({
      deviceId: objectIdSchema,
      /** The reference of the sell request. */
      reference: z.string().min(1),
      /** The version of the device before it is received. */
      version: z.int().min(0),
    }),
    answer: answerWith({}),
    problems: ['not-found', 'conflict'],
  },
);

export const endBuyBack = defineEndpoint(
  'endBuyBack',
  'DELETE /internal/orders/{orderId}/buy-backs/{receiptId}',
  {
    role: 'service',
    summary: 'Ends the claim of a phone that was not received.',
    params: buyBackParams,
    answer: answerWith({}),
    problems: ['not-found'],
  },
);

export const refundReturn = defineEndpoint(
  'refundReturn',
  'POST /api/checkout-orders/admin/orders/{orderId}/returns/{returnId}/refund',
  {
    ...forStaff('orders.refund'),
    summary:
      'Makes the refund of a settled return again after it failed, or records that staff handed it back (`isByHand`). Idempotent.',
    body: z.object({ isByHand: z.boolean().default(false), note: z.string().trim().max(1000).default('') }),
    answer: answerOf(orderSchema),
    problems: ['not-found', 'conflict', 'payment-failed', 'service-unavailable'],
  },
);

export const handBackPayment = defineEndpoint(
  'handBackPayment',
  'POST /api/checkout-orders/admin/orders/{orderId}/payments/{paymentId}/handed-back',
  {
    ...forStaff('orders.refund'),
    summary:
      'Records that staff handed back a payment that the order did not use: in cash, or in the portal of the provider. Idempotent.',
    params: z.object({
      orderId: objectIdSchema,
      paymentId: z
        .string()
        .min(1)
        .max(300)
        .regex(/^[!-~]+$/),
    }),
    body: z.object({ note: z.string().trim().max(1000).default('') }),
    answer: answerOf(orderSchema),
    problems: ['not-found', 'conflict'],
  },
);
