import { preloadPage } from '../pages/preload-page.ts';
import { remoteModule } from '../remotes/remote-loading.ts';

/** How long the first render waits for the landing page's code, in milliseconds. */
export const maxWaitMs = 1000;

const preloadLandingPage = () =>
  preloadPage({ pathname: location.pathname, search: new URLSearchParams(location.search) });

/** Waits for at most `maxWaitMs`. A failure is ignored here, because the page shows it. */
async function withTimeLimit(loading: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeLimit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs);
  });
  await Promise.race([loading.catch(() => {}), timeLimit]);
  clearTimeout(timer);
}

/**
 * Loads the landing page before the first render. Rendering at once would show its skeleton, and React then delays the
 * content by about 300 ms. After a second, or a failure, rendering starts anyway.
 */
export function primeLandingRemote(): Promise<void> {
  return withTimeLimit(preloadLandingPage());
}

/** A server-rendered widget whose code did not load within a second. */
export interface LateWidget {
  /** The value of `data-widget`. */
  readonly name: string;
  readonly code: Promise<unknown>;
}

/**
 * Loads all server-rendered parts: the landing page and each widget. React hydrates only what does not suspend; an
 * update that meets a part whose code is still loading discards the rendered part. There is no time limit for the
 * page itself, and one more second for the widgets, so that a hanging widget does not block the page. Returns the widgets
 * that are late.
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
  await withTimeLimit(modules);
  return widgets.filter(({ code }) => code.status === 'pending');
}
