/**
 * Header of a request that nobody caused: the page of a signed-in person of the staff sent it while neither key nor
 * pointer was used for a minute. It does not keep the session alive. Programs, which have no page, never send it.
 */
export const backgroundHeader = 'x-background';
