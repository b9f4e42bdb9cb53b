/** A file of exactly `maxBytes` is accepted. */
const upTo = (megabytes: number) => ({ maxBytes: megabytes * 1024 * 1024, text: `${megabytes}MB` });

/** The largest file that each upload accepts; pages refuse a larger one before they send it. */
export const uploadLimits = {
  avatar: upTo(5),
  offerImage: upTo(5),
  productImage: upTo(10),
  customerPhoto: upTo(5),
  staffPhoto: upTo(10),
};

/** The highest number of lines of a cart and of an order. */
export const maxOrderLines = 200;

/** The highest number of products on a wishlist. */
export const maxWishlistProducts = 200;

/** The highest number of a customer's photos of one return. */
export const maxReturnPhotos = 4;
