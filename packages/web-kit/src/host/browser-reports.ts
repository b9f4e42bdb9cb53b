import { onFailure } from '../remotes/failures.ts';
import type { Beacon } from './beacon.ts';

/** The share of visits whose vitals are measured. */
const sampledShare = 0.1;

/** Nothing can be reported without the code for it, and the page works without. */
const ignore = () => {};

const whenIdle = (work: () => void) =>
  globalThis.requestIdleCallback ? requestIdleCallback(work) : setTimeout(work, 1000);

/**
 * Reports failures, and in a sample of visits the vitals, to the gateway. The code for it is loaded after a failure, or
 * when a sampled page is idle: the first load has none of it.
 */
export function startBrowserReports(): void {
  let loading: Promise<Beacon> | undefined;
  const beacon = () =>
    (loading ??= import(/* webpackChunkName: "beacon" */ './beacon.ts').then(({ createBeacon }) =>
      createBeacon(),
    ));
  onFailure((failure) => {
    const { pathname } = location;
    beacon().then(({ sendFailure }) => sendFailure(failure, pathname), ignore);
  });
  // Automated browsers, such as monitors, are no visitors.
  if (navigator.webdriver || Math.random() >= sampledShare) return;
  const { pathname } = location;
  const measure = () =>
    whenIdle(() => {
      const code = import(/* webpackChunkName: "vitals" */ './vitals.ts');
      Promise.all([code, beacon()]).then(
        ([{ measureVitals }, sender]) => measureVitals(sender, pathname),
        ignore,
      );
    });
  if (document.readyState === 'complete') measure();
  else addEventListener('load', measure, { once: true });
}
