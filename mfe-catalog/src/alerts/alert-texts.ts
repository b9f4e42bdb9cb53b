import type { Alert, Product } from '@kinmel/contracts';
import { formatPrice } from '@kinmel/web-kit';

/** What an alert is asked for: a product, or the text of a search. */
export type AlertAbout = Pick<Product, 'id' | 'name' | 'inStock'> | { readonly text: string };

/** "iPhone 13 Pro, at most NPR 70,000" */
export const alertTitle = ({ subject, maxPrice }: Pick<Alert, 'subject' | 'maxPrice'>): string =>
  maxPrice ? `${subject}, at most ${formatPrice(maxPrice.amountInMinorUnits / 100)}` : subject;
