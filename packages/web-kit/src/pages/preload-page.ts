import type { RegistryEntry } from '@kinmel/contracts';
import { matchPath } from 'react-router-dom';
import { remoteHost, remoteModule } from '../remotes/remote-loading.ts';
import type { PageAddress, RemoteModule } from '../remotes/remote-module.ts';

/** The remote that declares a page for this path, and the path as it declares it. */
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

/** Loads all that the first view of an address needs: the remote, the page's chunk, the answers it will ask for. */
export async function preloadPage(address: PageAddress): Promise<void> {
  const found = findPage(address.pathname);
  if (!found) return;
  const { remote } = (await remoteModule(found.remote, 'remote')) as { remote: RemoteModule };
  const page = remote.pages[found.path];
  const chunk = page && 'preload' in page ? page.preload() : undefined;
  await Promise.all([chunk, remote.prepare?.[found.path]?.(address)]);
}

/** Handlers for a link: the page behind it starts to load when the shopper points at it, focuses or touches it. */
export interface IntentHandlers {
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onTouchStart: () => void;
}

const addressOf = (to: string): PageAddress => {
  const { pathname, searchParams } = new URL(to, 'http://kinmel.invalid/');
  return { pathname, search: searchParams };
};

/** Preloads remote, page and data of an address of the shop on the shopper's first sign of intent. */
export function preloadOnIntent(to: string): IntentHandlers {
  // A failure here costs nothing: the page itself asks again, and shows what went wrong.
  const start = () => {
    preloadPage(addressOf(to)).catch(() => {});
  };
  return { onPointerEnter: start, onFocus: start, onTouchStart: start };
}
