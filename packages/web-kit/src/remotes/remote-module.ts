import { remoteContractVersion as contractVersion } from '@kinmel/contracts/browser';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { LazyPage } from '../pages/lazy-page.tsx';

/** The number that shell and remotes must share; a remote of another number is not started. */
export const remoteContractVersion = contractVersion;

/** A page may be a plain component, one made by `lazyPage` (best: it can be preloaded), or React's own `lazy`. */
export type PageComponent = ComponentType | LazyPage | LazyExoticComponent<ComponentType>;

/** The address a page is asked for, as the router will see it. */
export interface PageAddress {
  readonly pathname: string;
  readonly search: URLSearchParams;
}

/** What a remote's only exposed page module gives to the shell: its pages, by the paths of its `remote.json`. */
export interface RemoteModule {
  readonly contract: typeof remoteContractVersion;
  readonly pages: Readonly<Record<string, PageComponent>>;
  /**
   * Starts the requests of a page before it is drawn: before the very first render of the landing page, and when
   * a shopper shows the intent to open it. Keys are those of `pages`. It must not throw; its result is awaited.
   */
  readonly prepare?: Readonly<Record<string, (address: PageAddress) => Promise<unknown> | undefined>>;
}

/** Checks a remote's module at compile time and returns it as it is. */
export function defineRemote(module: RemoteModule): RemoteModule {
  return module;
}
