import type { RegistryEntry } from '@kinmel/contracts';
import { matchPath } from 'react-router-dom';
import { remoteHost, remoteModule } from '../remotes/remote-loading.ts';
import type { PageAddress, RemoteModule } from '../remotes/remote-module.ts';

/** The remote with a page for this path, and the path pattern it declares. */
export function findPage(
  pathname: string,
): (RegistryEntry['pages'][number] & { readonly remote: string }) | undefined {
  const registry = remoteHost()?.registry;
  if (!registry) return undefined;
  for (const { name, pages } of Object.values(registry.remotes)) {
    const page = pages.find(({ path }) => matchPath({ path, end: true }, pathname));
    if (page) return { remote: name, ...page };
  }
  return undefined;
}

/** Loads what the first view of a URL needs: the remote, the page's chunk and its data. */
export async function preloadPage(address: PageAddress): Promise<void> {
  const match = findPage(address.pathname);
  if (!match) return;
  const { remote } = (await remoteModule(match.remote, 'remote')) as { remote: RemoteModule };
  const page = remote.pages[match.path];
  const chunk = page && 'preload' in page ? page.preload() : undefined;
  await Promise.all([chunk, remote.prepare?.[match.path]?.(address)]);
}

const addressOf = (to: string): PageAddress => {
  const { pathname, searchParams } = new URL(to, 'http://kinmel.invalid/');
  return { pathname, search: searchParams };
};

/** Event handlers that preload remote, page and data of a URL on the first hover, focus or touch. */
export function preloadOnIntent(to: string) {
  // Failures are ignored here: the page requests again and shows them.
  const start = () => {
    preloadPage(addressOf(to)).catch(() => {});
  };
  return { onPointerEnter: start, onFocus: start, onTouchStart: start };
}
