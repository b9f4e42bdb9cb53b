/** Long enough for a screen reader to know the region before the words come, in milliseconds; nobody waits for it. */
export const regionBeforeWordsMs = 100;

/**
 * As the `ref` of the words in a live region (role status) that comes into the page together with them. Most readers speak only what
 * changes in a region that they know already, so the words are theirs a moment after the region is; on the screen they stand at
 * once. A role of alert needs none of it.
 */
export const comeAfterRegion = (words: HTMLElement | null): void => {
  words?.setAttribute('aria-hidden', 'true');
  setTimeout(() => words?.removeAttribute('aria-hidden'), regionBeforeWordsMs);
};
