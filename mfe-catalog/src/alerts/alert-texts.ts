import type { Alert } from '@kinmel/contracts';
import { formatPrice } from '@kinmel/web-kit';

/** "iPhone 13 Pro, at most NPR 70,000" */
export const alertTitle = ({ subject, maxPrice }: Pick<Alert, 'subject' | 'maxPrice'>): string =>
  maxPrice ? `${subject}, at most ${formatPrice(maxPrice.amountInMinorUnits / 100)}` : subject;
