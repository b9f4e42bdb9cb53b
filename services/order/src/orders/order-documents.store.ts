import { documentKinds, shopCurrency } from '@kinmel/contracts';
import {
  declareWorkIndexes,
  type StoredWorkFields,
  type WorkSource,
  withShopCurrency,
  workFields,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { declareOpenPaymentIndexes, type OpenPaymentKind } from '../payments/sweep/open-payments.indexes.ts';
import { isOver } from './order.rules.ts';
import type { Order } from './order.ts';

/** Identifies a repeated request: the client's key and a hash of the body. */
export interface IdempotencyKey {
  readonly key: string;
  readonly bodyHash: string;
}

/** The stored order. */
export interface OrderDocument extends Omit<Order, 'id' | 'onlinePayment'>, StoredWorkFields {
  _id: mongoose.Types.ObjectId;
  /** `abandoned` blocks the id of an order that was never inserted (decision 10). */
  state: 'placed' | 'abandoned';
  abandonedAt?: Date;
  idempotency?: IdempotencyKey & { readonly at: Date };
  /** `onlinePayment`, by the name it had while cards were the only way to pay online: indexes and older orders have it. */
  card: Order['onlinePayment'];
  /** Search terms. */
  search: string[];
  /** Leases of the payment sweeps (`open-payments.store.ts`). */
  claims?: Partial<Record<OpenPaymentKind, Date>>;
  /** By payment: who may ask for a refund of it, and what was asked for (`open-payments.store.ts`). */
  refundClaims?: Record<
    string,
    { until: Date; at: Date; asked?: { key: string; beforeInMinorUnits: number; at: Date } }
  >;
}

export const part = (fields: mongoose.SchemaDefinition) =>
  new mongoose.Schema(fields, { _id: false, id: false, minimize: false, strict: 'throw' });
const amount = { type: Number, required: true, validate: Number.isSafeInteger };
/** Absent by default, as a partial index depends on it. */
const optionalList = (fields: mongoose.SchemaDefinition) => ({ type: [part(fields)], default: undefined });

const pageFields = {
  sessionId: { type: String, required: true },
  since: { type: Date, required: true },
};
const refundFields = { refusals: Number, refundId: String };
/** A refund of the order's own payment. */
const ownRefundFields = {
  state: { type: String, required: true, enum: ['due', 'failed', 'done'] },
  amountInMinorUnits: amount,
  note: String,
  since: { type: Date, required: true },
  isByHand: Boolean,
  ...refundFields,
};

/** Which pieces a return is about. */
const returnFields = {
  id: { type: String, required: true },
  reference: { type: String, required: true },
  lines: [
    part({ key: { type: String, required: true }, quantity: { type: Number, required: true, min: 1 } }),
  ],
};

/** What was sold to whom, which tax documents have too. */
export const soldFields = {
  customerDetails: part({
    name: String,
    email: String,
    phone: String,
    address: String,
    city: String,
    zipCode: String,
    notes: String,
  }),
  lines: [
    part({
      productId: { type: String, required: true },
      isProduct: { type: Boolean, required: true },
      name: String,
      details: String,
      image: String,
      passportLink: String,
      priceInMinorUnits: amount,
      originalPriceInMinorUnits: amount,
      quantity: { type: Number, required: true, min: 1, validate: Number.isSafeInteger },
      lineTotalInMinorUnits: amount,
      promoCode: String,
      specialOffer: part({
        id: { type: String, required: true },
        title: String,
        description: String,
        discount: String,
        discountPercentage: Number,
      }),
    }),
  ],
  pricing: part({
    subtotalInMinorUnits: amount,
    shippingInMinorUnits: amount,
    taxInMinorUnits: amount,
    totalInMinorUnits: amount,
  }),
  decisions: [
    part({
      rule: { type: String, required: true },
      line: String,
      title: String,
      amountInMinorUnits: amount,
    }),
  ],
};

const orderSchema = new mongoose.Schema<OrderDocument>(
  {
    state: { type: String, required: true, enum: ['placed', 'abandoned'] },
    abandonedAt: Date,
    idempotency: part({
      key: { type: String, required: true },
      bodyHash: { type: String, required: true },
      at: { type: Date, required: true },
    }),
    search: [String],
    claims: { type: Map, of: Date },
    refundClaims: { type: Object },
    orderNumber: { type: String, required: true },
    userId: { type: String, required: true },
    currency: { type: String, required: true, enum: [shopCurrency] },
    ...soldFields,
    promoCode: String,
    offerIds: [String],
    policyVersion: { type: Number, required: true },
    paymentMethod: { type: String, required: true },
    credit: part({
      amountInMinorUnits: amount,
      currency: { type: String, required: true, enum: [shopCurrency] },
      isReturned: { type: Boolean, required: true },
    }),
    paymentStatus: { type: String, required: true },
    orderStatus: { type: String, required: true },
    adminNotes: String,
    history: [
      part({
        at: { type: Date, required: true },
        by: { type: String, required: true, enum: ['customer', 'admin', 'shop'] },
        who: String,
        what: { type: String, required: true, enum: ['order-status', 'payment-status', 'note'] },
        from: String,
        to: String,
        note: String,
      }),
    ],
    payUntil: Date,
    card: part({
      sessionId: String,
      paymentId: String,
      paidAt: Date,
      isRefused: Boolean,
      isDeclined: Boolean,
    }),
    refund: part(ownRefundFields),
    openReturns: optionalList({
      ...returnFields,
      version: { type: Number, required: true },
      since: { type: Date, required: true },
      askAt: { type: Date, default: null },
    }),
    returns: optionalList({
      ...returnFields,
      creditInMinorUnits: amount,
      settledAt: { type: Date, required: true },
      ...ownRefundFields,
    }),
    secondPayments: optionalList({
      paymentId: { type: String, required: true },
      amountInMinorUnits: amount,
      state: { type: String, required: true, enum: ['due', 'done'] },
      since: { type: Date, required: true },
      failedAt: Date,
      isByHand: Boolean,
      ...refundFields,
    }),
    pagesToClose: optionalList({ ...pageFields, lookUpAt: Date }),
    undecidedPages: optionalList({ ...pageFields, amountInMinorUnits: Number }),
    documents: { type: [{ type: String, enum: documentKinds }], default: undefined },
    isBuyerDeleted: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, required: true },
    ...workFields,
  },
  { versionKey: false, strict: 'throw', minimize: false, autoIndex: false, id: false },
);
orderSchema.index(
  { orderNumber: 1 },
  { unique: true, partialFilterExpression: { orderNumber: { $type: 'string' } } },
);
orderSchema.index(
  { userId: 1, 'idempotency.key': 1 },
  { unique: true, partialFilterExpression: { 'idempotency.key': { $exists: true } } },
);
orderSchema.index(
  { 'idempotency.at': 1 },
  { partialFilterExpression: { 'idempotency.at': { $exists: true } } },
);
orderSchema.index({ userId: 1, createdAt: -1, _id: -1 });
// Covers the figures of orders and days; a separate index would cost every insert.
orderSchema.index({
  state: 1,
  createdAt: -1,
  _id: -1,
  orderStatus: 1,
  paymentMethod: 1,
  'pricing.totalInMinorUnits': 1,
});
orderSchema.index({ state: 1, orderStatus: 1, createdAt: -1, _id: -1 });
orderSchema.index({ state: 1, paymentMethod: 1, createdAt: -1, _id: -1 });
orderSchema.index({ state: 1, 'pricing.totalInMinorUnits': 1, _id: 1 });
orderSchema.index({ search: 1, createdAt: -1 });
orderSchema.index(
  { 'openReturns.askAt': 1 },
  { partialFilterExpression: { 'openReturns.askAt': { $gt: new Date(0) } } },
);
declareOpenPaymentIndexes(orderSchema);
declareWorkIndexes(orderSchema);
orderSchema.index(
  { abandonedAt: 1 },
  {
    name: 'abandoned',
    expireAfterSeconds: 7 * 24 * 60 * 60,
    partialFilterExpression: { abandonedAt: { $exists: true } },
  },
);

export const createOrderModel = (connection: mongoose.Connection) =>
  connection.model('order', orderSchema, 'orders');

/** Excludes fields that are not part of the order. */
export const orderFields = { search: 0, claims: 0, refundClaims: 0, promisedAt: 0, assignment: 0 } as const;

/** @param document as it is read with `orderFields` */
export function toOrder({
  _id,
  state: _state,
  idempotency: _key,
  card: onlinePayment,
  ...order
}: Omit<OrderDocument, keyof typeof orderFields>): Order {
  return { ...withShopCurrency(order), onlinePayment, id: _id.toHexString() };
}

/** The inverse of `toOrder`: what a write sets. */
export const storedFields = ({ id: _id, onlinePayment: card, ...order }: Order) => ({ ...order, card });

/** What staff do about the money of an order before anything else; undefined: nothing. */
function moneyWork(refund: OrderDocument['refund'], undecided: readonly unknown[]): string | undefined {
  if (refund?.state === 'failed') return 'hand-back-money';
  // Its provider never said whether it was paid (O22).
  return undecided.length > 0 ? 'look-up-payment' : undefined;
}

export const orderWork: WorkSource<OrderDocument> = {
  kind: 'order',
  collection: 'orders',
  fields: ['orderNumber', 'orderStatus', 'refund.state', 'undecidedPages', 'customerDetails.name'],
  describe: ({ orderNumber, orderStatus, refund, undecidedPages = [], customerDetails }) => ({
    title: orderNumber,
    status: moneyWork(refund, undecidedPages) ?? (isOver(orderStatus) ? 'hand-back-money' : orderStatus),
    customerName: customerDetails.name,
  }),
};
