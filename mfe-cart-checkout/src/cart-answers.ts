import {
  answerData,
  filledText,
  fromMinorUnits,
  isPaymentMethod,
  listOf,
  moneyAnswer,
  nonNegativeNumber,
  offeredMethodNames,
  paymentMethods,
  paymentPageAnswer,
  textOrEmpty,
} from '@kinmel/contracts/browser';
import * as z from 'zod/mini';

const countOrZero = z.catch(nonNegativeNumber, 0);
const countIfKnown = z.catch(z.nullable(nonNegativeNumber), null);
const percentage = nonNegativeNumber.check(z.maximum(100));

const lineAnswer = z.pipe(
  z.object({
    price: nonNegativeNumber,
    originalPrice: z.catch(z.optional(nonNegativeNumber), undefined),
    /** The requested quantity. */
    quantity: nonNegativeNumber,
    /** Maximum quantity of a line; null when unknown. */
    maxQuantity: countIfKnown,
    /** Set when five or fewer are left. */
    lowStockCount: countIfKnown,
    problem: z.catch(z.nullable(z.enum(['price', 'low-stock', 'out-of-stock', 'gone', 'offer-ended'])), null),
  }),
  z.transform((line) => ({ ...line, originalPrice: line.originalPrice ?? line.price })),
);

/** Current state of a line in the shop. Prices in rupees. */
export type CheckedLine = z.output<typeof lineAnswer>;

/** Answer of `POST /api/checkout-orders/quote`, with lines in the order of the request. */
export const cartCheckAnswer = z.object({
  data: z.object({
    products: z.array(lineAnswer),
    promo: z.catch(
      z.nullable(
        z.object({
          promoCode: filledText,
          applied: z.catch(z.boolean(), false),
          message: textOrEmpty,
          discountPercentage: countOrZero,
        }),
      ),
      null,
    ),
  }),
});

/** Answer of `POST /api/special-offers/check-promo`: the applicable code, or why it does not apply. */
export const promoCheckAnswer = answerData(
  z.union([
    z.pipe(
      z.object({ applied: z.literal(false), message: filledText }),
      z.transform(({ message: refusal }) => ({ refusal })),
    ),
    z.pipe(
      z.object({
        promoCode: filledText,
        discountPercentage: percentage,
        targetProducts: listOf(z.string()),
      }),
      z.transform(({ promoCode: code, ...promo }) => ({ promo: { code, ...promo } })),
    ),
  ]),
);

/** The fields of a placed order that the success screen shows. */
export const placedOrderAnswer = z.pipe(
  z.object({
    order: z.object({
      _id: filledText,
      orderNumber: filledText,
      pricing: z.object({ total: nonNegativeNumber }),
      paymentMethod: textOrEmpty,
      credit: z.catch(z.nullable(moneyAnswer), null),
    }),
    payment: z.catch(z.optional(paymentPageAnswer), undefined),
  }),
  z.transform(({ order: { _id: id, orderNumber, pricing, paymentMethod, credit }, payment }) => ({
    id,
    orderNumber,
    /** In rupees. */
    total: pricing.total,
    creditInMinorUnits: credit?.amountInMinorUnits ?? 0,
    /** The total minus the credit used, in rupees. */
    toPay: pricing.total - fromMinorUnits(credit?.amountInMinorUnits ?? 0),
    isPaidOnline: isPaymentMethod(paymentMethod) && paymentMethods[paymentMethod].isPaidOnline,
    /** Undefined for cash, and when the payment page could not be created. */
    paymentPage: payment,
  })),
);

export type PlacedOrder = z.output<typeof placedOrderAnswer>;

/** An online payment on the success page. Amounts in minor units. */
export const paymentSessionAnswer = z.pipe(
  z.object({
    customer_details: z.object({ name: filledText }),
    line_items: z.object({
      data: listOf(
        // The credit that was used is a negative amount.
        z.object({ quantity: countOrZero, description: textOrEmpty, amount_total: z.catch(z.number(), 0) }),
      ),
    }),
    amount_total: nonNegativeNumber,
    payment_status: textOrEmpty,
    declined: z.catch(z.boolean(), false),
    canPayAgain: z.catch(z.boolean(), false),
    goesBack: z.catch(z.boolean(), false),
    orderId: textOrEmpty,
    orderNumber: textOrEmpty,
  }),
  z.transform(({ customer_details, line_items, amount_total, payment_status, declined, ...order }) => ({
    customerName: customer_details.name,
    lines: line_items.data.map(({ quantity, description, amount_total: amountInMinorUnits }) => ({
      quantity,
      description,
      amountInMinorUnits,
    })),
    totalInMinorUnits: amount_total,
    status: statusOf(payment_status, declined),
    /** These fields default to empty or false when the answer has only the specified ones. */
    ...order,
  })),
);

function statusOf(status: string, isDeclined: boolean): 'paid' | 'unpaid' | 'declined' | 'expired' {
  if (status === 'unpaid') return isDeclined ? 'declined' : 'unpaid';
  return status === 'expired' ? status : 'paid';
}

export type PaymentSession = z.output<typeof paymentSessionAnswer>;

const refusal = z.object({
  data: z.object({ details: listOf(z.object({ path: textOrEmpty, message: filledText })) }),
});

/** A refusal's message about one line, or about `total`. */
export type RefusalDetail = z.output<typeof refusal>['data']['details'][number];

export const refusalDetails = (error: unknown): readonly RefusalDetail[] =>
  refusal.safeParse(error).data?.data.details ?? [];

/** The credit of the signed-in customer, in minor units. */
export const creditBalanceAnswer = z.pipe(
  answerData(z.object({ balance: moneyAnswer })),
  z.transform(({ balance }) => balance.amountInMinorUnits),
);

const sentenceAnswer = z.object({ sentence: filledText });
const minorUnits = z.int().check(z.minimum(0));

/** Amounts and texts of the policy record for the cart; only when complete, since a total must not be guessed. */
export const cartPolicyAnswer = z.pipe(
  z.object({
    data: z.object({
      shipping: z.object({
        feeInMinorUnits: minorUnits,
        freeAboveInMinorUnits: minorUnits,
        sentence: filledText,
      }),
      tax: z.object({ percent: percentage, label: filledText }),
      returns: sentenceAnswer,
      payments: z.object({
        sentence: filledText,
        methods: z.catch(listOf(z.enum(offeredMethodNames)), []),
      }),
      support: sentenceAnswer,
    }),
  }),
  z.transform(({ data: { shipping, tax, returns, payments, support } }) => ({
    feeInMinorUnits: shipping.feeInMinorUnits,
    freeAboveInMinorUnits: shipping.freeAboveInMinorUnits,
    taxPercent: tax.percent,
    taxLabel: tax.label,
    shippingSentence: shipping.sentence,
    returnsSentence: returns.sentence,
    paymentsSentence: payments.sentence,
    paymentMethods: payments.methods,
    supportSentence: support.sentence,
  })),
);

export type CartPolicy = z.output<typeof cartPolicyAnswer>;
