import { z } from 'zod';
import { maxWishlistProducts } from '../browser/limits.ts';
import { ownedBy } from '../endpoint.ts';
import { answerOf, objectIdSchema } from '../primitives.ts';
import { productSchema } from './product.ts';

const defineEndpoint = ownedBy('catalog');

const productIds = z.array(objectIdSchema).max(maxWishlistProducts).default([]);

export const getWishlist = defineEndpoint('getWishlist', 'GET /api/wishlist', {
  role: 'customer',
  summary: 'The products on the wishlist of the account, in the order in which they were added.',
  answer: answerOf(z.array(productSchema)),
});

export const changeWishlist = defineEndpoint('changeWishlist', 'POST /api/wishlist', {
  role: 'customer',
  summary:
    'Adds and removes products, so that changes of two browsers are merged. Answers the ids of the new list; what does not fit is left out.',
  body: z.object({ add: productIds, remove: productIds }),
  answer: answerOf(z.array(objectIdSchema)),
});
