import { lazyPage, type PageComponent } from '@kinmel/web-kit';

/**
 * Pages by path. They share one chunk, as shoppers pass through all of them, and are kept out of the file that every
 * page loads for button and badge.
 */
export const pages: Readonly<Record<string, PageComponent>> = {
  '/cart': lazyPage(() => import(/* webpackChunkName: "page-cart" */ './features/cart/cart-page.tsx')),
  '/checkout': lazyPage(
    () => import(/* webpackChunkName: "page-cart" */ './features/checkout/checkout-page.tsx'),
  ),
  '/payment-success': lazyPage(
    () => import(/* webpackChunkName: "page-cart" */ './features/payment-success/payment-success-page.tsx'),
  ),
  '/payment-cancel': lazyPage(
    () => import(/* webpackChunkName: "page-cart" */ './features/payment-cancel/payment-cancel-page.tsx'),
  ),
};
