import type { OrderStatus } from '@kinmel/contracts';
import type { StatusTone } from '@kinmel/ui';

/** Label and colour of each status, with a hint at what comes next. */
export const statusLabels: Readonly<
  Record<OrderStatus, { readonly label: string; readonly tone: StatusTone; readonly hint: string }>
> = {
  pending: {
    label: 'Pending',
    tone: 'warn',
    hint: 'We have your order and will confirm it soon. You can still cancel it.',
  },
  confirmed: {
    label: 'Confirmed',
    tone: 'pine',
    hint: 'We have confirmed your order and get it ready.',
  },
  processing: { label: 'Processing', tone: 'violet', hint: 'We are packing your order.' },
  shipped: {
    label: 'Shipped',
    tone: 'info',
    hint: 'Your order is on its way. Please keep your phone within reach.',
  },
  delivered: { label: 'Delivered', tone: 'ok', hint: 'Your order has arrived. We hope you like it.' },
  cancelled: {
    label: 'Cancelled',
    tone: 'bad',
    hint: 'This order was cancelled. Nothing will be delivered.',
  },
};

/** Hint of an unpaid card order. */
export const payHint = 'This order waits for your payment. Pay it soon, or it is cancelled by itself.';

/** The steps of the progress line. */
export const steps = ['Placed', 'Processing', 'Shipped', 'Delivered'] as const;

/** Texts of the specification. */
export const fetchTexts = {
  answered: 'Failed to fetch orders',
  silent: 'Something went wrong while fetching your orders',
} as const;
