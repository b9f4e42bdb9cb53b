import { ProblemError } from '@kinmel/service-kit';

/** Also for a deleted product. */
export const productNotFound = () => new ProblemError('not-found', 'Product not found');
