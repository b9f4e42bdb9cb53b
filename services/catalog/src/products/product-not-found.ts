import { ProblemError } from '@kinmel/service-kit';

/** Also the answer for a product that left the shop (SIL-02). */
export const productNotFound = () => new ProblemError('not-found', 'Product not found');
