/** The last six characters, which staff and customers use as a short id. */
export const shortId = (id: string): string => id.slice(-6);
