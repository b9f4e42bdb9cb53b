import { preloadPage } from '../pages/preload-page.ts';

/** How long the first render waits for the landing page's code, in milliseconds. */
export const longestHoldMs = 1000;

/**
 * Loads the landing page before the first render. Rendering at once would show its skeleton, and React then
 * throttles the reveal of the content by about 300 ms. After a second, or a failure, the render goes on without.
 */
export async function primeLandingRemote(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hold = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestHoldMs);
  });
  const { pathname, search } = location;
  const page = preloadPage({ pathname, search: new URLSearchParams(search) }).catch(() => {});
  await Promise.race([page, hold]);
  clearTimeout(timer);
}
