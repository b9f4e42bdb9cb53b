import type { CheckedCart, PromoCheck } from '@kinmel/contracts';
import type { CheckedLine } from './cart/check/cart-check.rules.ts';
import type { Promo } from './cart/pricing/promo.rules.ts';

type Loose<T> = { [Key in keyof T]?: T[Key] extends object | null ? Loose<NonNullable<T[Key]>> : unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const amount = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : undefined;
const list = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

const problems = new Set<unknown>(['price', 'low-stock', 'out-of-stock', 'gone', 'offer-ended']);
const isProblem = (value: unknown): value is NonNullable<CheckedLine['problem']> => problems.has(value);

/** What `POST /api/checkout-orders/quote` says, line by line in the order of the request. */
export interface CartCheckAnswer {
  readonly lines: readonly CheckedLine[];
  readonly promo: { code: string; applied: boolean; message: string; discountPercentage: number } | null;
}

function readLine(raw: unknown): CheckedLine | undefined {
  const line: Loose<CheckedCart['products'][number]> = isRecord(raw) ? raw : {};
  const price = amount(line.price);
  const quantity = amount(line.quantity);
  if (price === undefined || quantity === undefined) return undefined;
  return {
    price,
    originalPrice: amount(line.originalPrice) ?? price,
    quantity,
    maxQuantity: amount(line.maxQuantity) ?? null,
    lowStockCount: amount(line.lowStockCount) ?? null,
    problem: isProblem(line.problem) ? line.problem : null,
  };
}

/** Undefined when a line cannot be read, or when there is not one for each of the `expected`. */
export function readCartCheck(answer: unknown, expected: number): CartCheckAnswer | undefined {
  const data = isRecord(answer) && isRecord(answer.data) ? answer.data : {};
  const lines = (list(data.products) ?? []).map(readLine).filter((line) => line !== undefined);
  if (lines.length !== expected) return undefined;
  const promo = isRecord(data.promo) ? data.promo : undefined;
  const code = text(promo?.promoCode);
  return {
    lines,
    promo: code
      ? {
          code,
          applied: promo?.applied === true,
          message: text(promo?.message) ?? `Promo code ${code} is not valid any more.`,
          discountPercentage: amount(promo?.discountPercentage) ?? 0,
        }
      : null,
  };
}

/** What `POST /api/special-offers/check-promo` says: the code to apply, or why it does not apply. */
export type CheckedPromo = { readonly promo: Promo } | { readonly refusal: string };

type LoosePromo = Loose<Omit<Extract<PromoCheck, { applied: true }>, 'applied'>> & {
  applied?: unknown;
  message?: unknown;
};

export function readPromoCheck(answer: unknown): CheckedPromo | undefined {
  const data: LoosePromo = isRecord(answer) && isRecord(answer.data) ? answer.data : {};
  if (data.applied === false) {
    const refusal = text(data.message);
    return refusal ? { refusal } : undefined;
  }
  const code = text(data.promoCode);
  const discountPercentage = amount(data.discountPercentage);
  if (!code || discountPercentage === undefined || discountPercentage > 100) return undefined;
  const targetProducts = (list(data.targetProducts) ?? []).filter((id) => typeof id === 'string');
  return { promo: { code, discountPercentage, targetProducts } };
}

/** An order that was placed, as far as its screen needs it. */
export interface PlacedOrder {
  readonly id: string;
  readonly orderNumber: string;
  /** In rupees. */
  readonly total: number;
  readonly isCard: boolean;
  /** The payment page; undefined for cash, and when it could not be made. */
  readonly paymentUrl: string | undefined;
}

/** Only a web address: a payment page is the one place outside of the shop that the shopper is sent to. */
function webAddress(value: unknown): string | undefined {
  const address = text(value);
  return address && /^https?:\/\//i.test(address) ? address : undefined;
}

export function readPlacedOrder(answer: unknown): PlacedOrder | undefined {
  if (!isRecord(answer)) return undefined;
  const order = isRecord(answer.order) ? answer.order : isRecord(answer.data) ? answer.data : {};
  const id = text(order._id) ?? text(order.id);
  const orderNumber = text(order.orderNumber);
  const total = amount(isRecord(order.pricing) ? order.pricing.total : undefined);
  if (!id || !orderNumber || total === undefined) return undefined;
  return {
    id,
    orderNumber,
    total,
    isCard: order.paymentMethod === 'card',
    paymentUrl: isRecord(answer.payment) ? webAddress(answer.payment.url) : undefined,
  };
}

/** A card payment as the page after it shows it (ENT-40 to ENT-42). Amounts in minor units. */
export interface PaymentSession {
  readonly customerName: string;
  readonly lines: readonly {
    readonly quantity: number;
    readonly description: string;
    readonly amountInMinorUnits: number;
  }[];
  readonly totalInMinorUnits: number;
  readonly status: 'paid' | 'unpaid' | 'declined' | 'expired';
  /** Empty where the answer is only what the document promises. */
  readonly orderId: string;
  readonly orderNumber: string;
}

export function readPaymentSession(answer: unknown): PaymentSession | undefined {
  if (!isRecord(answer)) return undefined;
  const customerName = isRecord(answer.customer_details) ? text(answer.customer_details.name) : undefined;
  const rows = list(isRecord(answer.line_items) ? answer.line_items.data : undefined);
  const totalInMinorUnits = amount(answer.amount_total);
  if (customerName === undefined || rows === undefined || totalInMinorUnits === undefined) return undefined;
  const lines = rows.filter(isRecord).map((row) => ({
    quantity: amount(row.quantity) ?? 0,
    description: text(row.description) ?? '',
    amountInMinorUnits: amount(row.amount_total) ?? 0,
  }));
  const { payment_status: status } = answer;
  const unpaid = answer.declined === true ? 'declined' : 'unpaid';
  return {
    customerName,
    lines,
    totalInMinorUnits,
    status: status === 'unpaid' ? unpaid : status === 'expired' ? status : 'paid',
    orderId: text(answer.orderId) ?? '',
    orderNumber: text(answer.orderNumber) ?? '',
  };
}

/** The address of a new payment page. */
export const readPaymentUrl = (answer: unknown): string | undefined =>
  isRecord(answer) ? webAddress(answer.url) : undefined;

/** What a refusal says of one line, or of `total`. */
export interface RefusalDetail {
  readonly path: string;
  readonly message: string;
}

export function refusalDetails(error: unknown): readonly RefusalDetail[] {
  const data = isRecord(error) && isRecord(error.data) ? error.data : {};
  return (list(data.details) ?? []).flatMap((detail) => {
    const message = isRecord(detail) ? text(detail.message) : undefined;
    return isRecord(detail) && message ? [{ path: text(detail.path) ?? '', message }] : [];
  });
}
