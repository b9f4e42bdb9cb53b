/** The oldest browsers that run the shop. Builds are made for them, and each is checked (`assert-runs-on-floor.ts`). */
const floor = { chrome: '110', edge: '110', firefox: '121', safari: '16.0', ios_saf: '16.0' };

/** For browserslist. */
export const floorQuery = Object.entries(floor)
  .map((each) => each.join(' '))
  .join(', ');

/** For people. */
export const floorText = `Chrome or Edge ${floor.chrome}, Firefox ${floor.firefox} or Safari ${Number(floor.safari)}`;

/** For lightningcss: the major version in the third byte. */
export const styleTargets = Object.fromEntries(
  Object.entries(floor).map(([browser, version]) => [browser, Number(version) << 16]),
);

/**
 * For the inline script of the page: the youngest function that all browsers of the floor have. Without it remotes
 * throw, and their error pages would replace what was rendered.
 */
export const isBelowFloor = '!Array.prototype.toSorted';
