/** The highest number of lines of a cart and of an order. */
export const maxOrderLines = 200;

/** The highest number of products on a wishlist. */
export const maxWishlistProducts = 200;

/** The highest number of a customer's photos of one return. */
export const maxReturnPhotos = 4;
