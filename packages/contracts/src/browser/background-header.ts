/**
 * Header of a background request: a page of signed-in staff sent it after a minute without keyboard or pointer input. It
 * does not keep the session alive. Programs without a page never send it.
 */
export const backgroundHeader = 'x-background';
