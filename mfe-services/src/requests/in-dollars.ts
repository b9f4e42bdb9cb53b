import { formatPrice } from '@kinmel/web-kit';

/** Whole dollars, because cents would suggest a precision that estimates do not have: "$79". */
export const inDollars = (amount: number) => formatPrice(Math.round(amount), 'USD').replace(/\.00$/, '');
