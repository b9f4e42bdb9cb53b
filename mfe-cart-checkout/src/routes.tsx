import { lazyPage, type PageComponent } from '@kinmel/web-kit';

/** The page of each address that `remote.json` declares. */
export const pages: Readonly<Record<string, PageComponent>> = {
  '/cart': lazyPage(() => import(/* webpackChunkName: "page-cart" */ './features/cart/cart-page.tsx')),
  '/checkout': lazyPage(
    () => import(/* webpackChunkName: "page-checkout" */ './features/checkout/checkout-page.tsx'),
  ),
  '/payment-success': lazyPage(
    () =>
      import(
        /* webpackChunkName: "page-payment-success" */ './features/payment-success/payment-success-page.tsx'
      ),
  ),
  '/payment-cancel': lazyPage(
    () =>
      import(
        /* webpackChunkName: "page-payment-cancel" */ './features/payment-cancel/payment-cancel-page.tsx'
      ),
  ),
};
