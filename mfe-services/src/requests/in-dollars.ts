import { formatPrice } from '@kinmel/web-kit';

/** Whole dollars, where cents would promise more than is known: "$79". */
export const inDollars = (amount: number) => formatPrice(Math.round(amount), 'USD').replace(/\.00$/, '');
