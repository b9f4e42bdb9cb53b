/** `maxBytes` is inclusive. */
const upTo = (megabytes: number) => ({ maxBytes: megabytes * 1024 * 1024, text: `${megabytes}MB` });

/** The largest file that each upload accepts; pages refuse a larger one before they send it. */
export const uploadLimits = {
  avatar: upTo(5),
  offerImage: upTo(5),
  productImage: upTo(10),
  customerPhoto: upTo(5),
  staffPhoto: upTo(10),
};
