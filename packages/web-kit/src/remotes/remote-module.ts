import { remoteContractVersion } from '@kinmel/contracts/browser';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { LazyPage } from '../pages/lazy-page.tsx';

/** The contract version that shell and remotes must share; a remote with another version is not started. */
export { remoteContractVersion };

/** A plain component, one made by `lazyPage` (preferred: it can be preloaded), or React's own `lazy`. */
export type PageComponent = ComponentType | LazyPage | LazyExoticComponent<ComponentType>;

/** The URL of a page as the router sees it. */
export interface PageAddress {
  readonly pathname: string;
  readonly search: URLSearchParams;
}

/** The page module that a remote exposes to the shell: its pages by the paths of its `remote.json`. */
export interface RemoteModule {
  readonly contract: typeof remoteContractVersion;
  readonly pages: Readonly<Record<string, PageComponent>>;
  /**
   * Starts the requests of a page before it is rendered: before the first render of the landing page, and when a
   * shopper intends to open it. Keys are those of `pages`. It must not throw; its result is awaited.
   */
  readonly prepare?: Readonly<Record<string, (address: PageAddress) => Promise<unknown> | undefined>>;
}

/** Checks a remote's module at compile time and returns it unchanged. */
export function defineRemote(module: RemoteModule): RemoteModule {
  return module;
}
