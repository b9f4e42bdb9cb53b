import { ProblemError } from '@kinmel/service-kit';

/** Also the answer for a product that left the shop. */
export const productNotFound = () => new ProblemError('not-found', 'Product not found');
