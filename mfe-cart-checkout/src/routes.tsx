import { lazyPage, type PageComponent } from '@kinmel/web-kit';

/** The page of each address that `remote.json` declares. */
export const pages: Readonly<Record<string, PageComponent>> = {
  '/cart': lazyPage(() => import(/* webpackChunkName: "page-cart" */ './features/cart/cart-page.tsx')),
};
