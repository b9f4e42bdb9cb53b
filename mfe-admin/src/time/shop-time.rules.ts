/** Nepal has no daylight saving time. */
const offset = '+05:45';

/** The moment at which a clock of the shop shows `YYYY-MM-DDTHH:MM`. */
export const shopMoment = (clock: string): Date => new Date(`${clock}${offset}`);
