import { preloadPage } from '../pages/preload-page.ts';
import { remoteModule } from '../remotes/remote-loading.ts';

/** How long the first render waits for the landing page's code, in milliseconds. */
export const longestHoldMs = 1000;

const preloadLandingPage = () =>
  preloadPage({ pathname: location.pathname, search: new URLSearchParams(location.search) });

/** Waits for what is under way, but not for long. A failure is the page's to show. */
async function atMostAMoment(loading: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hold = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestHoldMs);
  });
  await Promise.race([loading.catch(() => {}), hold]);
  clearTimeout(timer);
}

/**
 * Loads the landing page before the first render. Rendering at once would show its skeleton, and React then
 * throttles the reveal of the content by about 300 ms. After a second, or a failure, the render goes on without.
 */
export function primeLandingRemote(): Promise<void> {
  return atMostAMoment(preloadLandingPage());
}

/** A widget that was drawn, and whose code has not come within a second. */
export interface LateWidget {
  /** As in `[data-widget]`. */
  readonly name: string;
  readonly code: Promise<unknown>;
}

/**
 * Loads all that a server has drawn: the landing page and each widget. React takes over only what does not wait; where an
 * update meets a part whose code is still on its way, the drawn part is thrown away. The page itself is waited for as long as
 * it takes; then a widget that hangs keeps nobody from using the rest of it for more than a second. Answers with those.
 */
export async function loadRenderedPage(container: Element): Promise<readonly LateWidget[]> {
  const names = [...container.querySelectorAll<HTMLElement>('[data-widget]')].map(
    ({ dataset }) => dataset['widget'] ?? '',
  );
  const widgets = [...new Set(names)].map((name) => {
    const [remote = '', module = ''] = name.split('/');
    return { name, code: remoteModule(remote, module) };
  });
  const modules = Promise.allSettled(widgets.map(({ code }) => code));
  await preloadLandingPage().catch(() => {});
  await atMostAMoment(modules);
  return widgets.filter(({ code }) => code.status === 'pending');
}
