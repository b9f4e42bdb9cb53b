import type { OrderStatus } from '@kinmel/contracts';
import type { StatusTone } from '@kinmel/ui';
import Ban from 'lucide-react/icons/ban';
import Clock from 'lucide-react/icons/clock';
import Package from 'lucide-react/icons/package';
import PackageCheck from 'lucide-react/icons/package-check';
import Truck from 'lucide-react/icons/truck';

interface StatusLabel {
  readonly label: string;
  readonly tone: StatusTone;
  /** What comes next. */
  readonly hint: string;
  readonly Icon: typeof Clock;
}

/** Each status of an order as the shopper sees it. */
export const statusLabels: Readonly<Record<OrderStatus, StatusLabel>> = {
  pending: {
    label: 'Pending',
    tone: 'warn',
    Icon: Clock,
    hint: 'We have your order and will confirm it soon. You can still cancel it.',
  },
  confirmed: {
    label: 'Confirmed',
    tone: 'pine',
    Icon: Clock,
    hint: 'We have confirmed your order and get it ready.',
  },
  processing: { label: 'Processing', tone: 'violet', Icon: Package, hint: 'We are packing your order.' },
  shipped: {
    label: 'Shipped',
    tone: 'info',
    Icon: Truck,
    hint: 'Your order is on its way. Please keep your phone within reach.',
  },
  delivered: {
    label: 'Delivered',
    tone: 'ok',
    Icon: PackageCheck,
    hint: 'Your order has arrived. We hope you like it.',
  },
  cancelled: {
    label: 'Cancelled',
    tone: 'bad',
    Icon: Ban,
    hint: 'This order was cancelled. Nothing will be delivered.',
  },
};

/** Hint of an unpaid card order. */
export const payHint = 'This order waits for your payment. Pay it soon, or it will be cancelled.';

/** The steps of the progress line. */
export const steps = ['Placed', 'Processing', 'Shipped', 'Delivered'] as const;

/** Texts of the specification. */
export const fetchTexts = {
  answered: 'Failed to fetch orders',
  silent: 'Something went wrong while fetching your orders',
} as const;
