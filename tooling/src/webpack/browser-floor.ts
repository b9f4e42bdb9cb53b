/** The oldest browsers that run the shop. Builds are made for them, and each is checked (`assert-runs-on-floor.ts`). */
const floor = { chrome: '110', edge: '110', firefox: '121', safari: '16.0', ios_saf: '16.0' };

/** In the format of browserslist. */
export const floorQuery = Object.entries(floor)
  .map((each) => each.join(' '))
  .join(', ');

/** For texts on pages. */
export const floorText = `Chrome or Edge ${floor.chrome}, Firefox ${floor.firefox} or Safari ${Number(floor.safari)}`;

/** In the format of lightningcss: the major version in the third byte. */
export const styleTargets = Object.fromEntries(
  Object.entries(floor).map(([browser, version]) => [browser, Number(version) << 16]),
);

/**
 * For the page's inline script: the newest function that all supported browsers have. Without it remotes would throw,
 * and their error pages would replace the server-rendered ones.
 */
export const isBelowFloor = '!Array.prototype.toSorted';
