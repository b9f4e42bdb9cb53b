/** The default of `SHOP_TIME_ZONE`. */
export const defaultTimeZone = 'Asia/Kathmandu';

export const dayMs = 24 * 60 * 60_000;
