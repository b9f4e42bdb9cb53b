import { onFailure } from '../../remotes/failures.ts';
import type { Beacon } from './beacon.ts';

/** The share of visits whose vitals are measured. */
const sampledShare = 0.1;

const runWhenIdle = (work: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work, 1000);

/**
 * Reports failures, and in a sample of visits the vitals, to the gateway. The code for it is loaded after a failure, or
 * when a sampled page is idle, so that the first load does not include it.
 */
export function startBrowserReports(): void {
  let loading: Promise<Beacon> | undefined;
  const beacon = () =>
    (loading ??= import(/* webpackChunkName: "part-failures" */ './beacon.ts').then(({ createBeacon }) =>
      createBeacon(),
    ));
  /** When this code cannot be loaded, nothing is reported and the page works; the next failure loads it again. */
  const resetBeacon = () => {
    loading = undefined;
  };
  onFailure((failure) => {
    const { pathname } = location;
    beacon().then(({ sendFailure }) => sendFailure(failure, pathname), resetBeacon);
  });
  // Automated browsers, such as monitors, are not counted as visitors.
  if (navigator.webdriver || Math.random() >= sampledShare) return;
  const { pathname } = location;
  const measure = () =>
    runWhenIdle(() => {
      const code = import(/* webpackChunkName: "load-times" */ './vitals.ts');
      Promise.all([code, beacon()]).then(
        ([{ measureVitals }, sender]) => measureVitals(sender, pathname),
        resetBeacon,
      );
    });
  if (document.readyState === 'complete') measure();
  else addEventListener('load', measure, { once: true });
}
