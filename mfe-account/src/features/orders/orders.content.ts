import { type OrderStatus, orderWords } from '@kinmel/contracts/life';
import Ban from 'lucide-react/icons/ban';
import Clock from 'lucide-react/icons/clock';
import Package from 'lucide-react/icons/package';
import PackageCheck from 'lucide-react/icons/package-check';
import Truck from 'lucide-react/icons/truck';

/** One icon for each step of the progress line; a cancelled order has none. */
const stepIcons = [Clock, Package, Truck, PackageCheck] as const;

export const statusIcons = Object.fromEntries(
  Object.entries(orderWords).map(([status, { progress }]) => [
    status,
    progress === undefined ? Ban : stepIcons[progress],
  ]),
) as Readonly<Record<OrderStatus, typeof Clock>>;

/** Hint for an unpaid card order. */
export const payHint = 'This order waits for your payment. Pay it soon, or it will be cancelled.';

/** The steps of the progress line. */
export const steps = ['Placed', 'Processing', 'Shipped', 'Delivered'] as const;

/** Texts from the specification. */
export const fetchTexts = {
  errorResponse: 'Failed to fetch orders',
  noResponse: 'Something went wrong while fetching your orders',
} as const;
