/** The time zone of a shop that is not configured with another: the default of `SHOP_TIME_ZONE`. */
export const defaultTimeZone = 'Asia/Kathmandu';

/** Twenty-four hours. */
export const dayMs = 24 * 60 * 60_000;
