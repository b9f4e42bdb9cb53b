interface PaymentMethodDetails {
  readonly label: string;
  /** The action of the shopper, and the page that it opens. */
  readonly detail: string;
  /** Paid on a page of a payment provider; otherwise on delivery. */
  readonly isPaidOnline: boolean;
  /** The minimum amount of the provider. */
  readonly minInMinorUnits?: number;
}

const methods = {
  cash_on_delivery: {
    label: 'Cash on delivery',
    detail: 'Pay in cash when your order arrives.',
    isPaidOnline: false,
  },
  card: { label: 'Card', detail: 'You finish on a secure payment page.', isPaidOnline: true },
  esewa: {
    label: 'eSewa',
    detail: 'You sign in to your eSewa wallet at esewa.com.np, and return here.',
    isPaidOnline: true,
  },
  khalti: {
    label: 'Khalti',
    detail: 'You sign in to your Khalti wallet at khalti.com, and return here.',
    isPaidOnline: true,
    minInMinorUnits: 1_000,
  },
  credit: { label: 'Credit', detail: 'Your credit pays all of it.', isPaidOnline: false },
} as const satisfies Readonly<Record<string, PaymentMethodDetails>>;

/** The methods by which the shop pays for a phone. */
export const payoutMethodLabels = {
  bank: 'Bank',
  esewa: methods.esewa.label,
  khalti: methods.khalti.label,
  cash: 'Cash',
} as const;

export type PaymentMethod = keyof typeof methods;

/** Methods with a payment provider. */
export type OnlinePaymentMethod = {
  [Method in PaymentMethod]: (typeof methods)[Method]['isPaidOnline'] extends true ? Method : never;
}[PaymentMethod];

/** The payment methods in the order in which the checkout offers them. */
export const paymentMethods: Readonly<Record<PaymentMethod, PaymentMethodDetails>> = methods;

export const paymentMethodNames = Object.keys(methods) as [PaymentMethod, ...PaymentMethod[]];

/** The methods that a policy can offer. An order has `credit` when credit covers the whole total. */
export type OfferedMethod = Exclude<PaymentMethod, 'credit'>;

export const offeredMethodNames = paymentMethodNames.filter((name) => name !== 'credit') as [
  OfferedMethod,
  ...OfferedMethod[],
];

/** The preselected method. */
export const defaultPaymentMethod: OfferedMethod = 'cash_on_delivery';

export const isPaymentMethod = (value: unknown): value is PaymentMethod =>
  paymentMethodNames.some((name) => name === value);
