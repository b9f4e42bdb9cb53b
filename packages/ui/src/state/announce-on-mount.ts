/** Time for a screen reader to register the region before its text changes, in milliseconds. */
export const announceDelayMs = 100;

/**
 * Use as the `ref` of the text in a live region (role status) that is mounted together with its text. Most screen
 * readers announce only changes in a region that they already know, so the text is hidden from them until a moment
 * later; on the screen it shows at once. Not needed for role alert.
 */
export const announceOnMount = (text: HTMLElement | null): void => {
  text?.setAttribute('aria-hidden', 'true');
  setTimeout(() => text?.removeAttribute('aria-hidden'), announceDelayMs);
};
